"""Where do things lie? The only room that opens files: settings, golden files, baselines, runs."""
