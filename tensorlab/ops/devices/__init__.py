"""What programs ask of devices."""
