"""What happens in the adventures of Welcome to the Moon, in words."""
