"""What do spans say that an agent did? Each convention reads them in its own words; pure."""
