"""Rule tests of MLEM, on positions set up by hand."""
