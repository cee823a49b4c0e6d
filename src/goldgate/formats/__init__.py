"""How do files become values, and values files? Text in, model out, and back; pure, one module per format."""
