"""Files: reading within bounds, writing all or nothing, which files may be replaced, and the tables of owners."""
