"""Which measures agree with people: every measure beside every judgement (Steinberger & Ježek 2009, section 6)."""
