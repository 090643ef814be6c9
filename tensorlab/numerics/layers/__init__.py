"""Steps of layers of networks: normalisation, images in other sizes."""
