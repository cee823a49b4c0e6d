"""What did other tools write down? Their recordings and traces as our exchanges, cases and traces; pure."""
