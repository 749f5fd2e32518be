"""Where systems stand, in one report: their scores, their places among all extracts, the scale, and significance."""
