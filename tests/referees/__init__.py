"""Independent referees: plain rule followers the compiled engines are compared with."""
