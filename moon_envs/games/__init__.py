"""The games. Each folder holds the same rooms: rules in words, printed facts, state, tables, kernels, text, entry."""
