"""Oracles for people and for programs: those of each document, and the study of them (Hirao 2017)."""
