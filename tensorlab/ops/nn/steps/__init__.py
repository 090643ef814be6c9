"""The steps that convolutions, pools and interpolations are composed of."""
