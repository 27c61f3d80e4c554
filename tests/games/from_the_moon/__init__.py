"""Rule tests of From the Moon, on positions set up by hand."""
