"""Mine, Adventure 4 of Welcome to the Moon: levels to number, columns to extract, factories to upgrade."""
