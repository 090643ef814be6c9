"""Steps of layers of networks: filters, attention, recurrence, normalisation, other sizes."""
