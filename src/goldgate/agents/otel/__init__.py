"""How is an agent observed that emits OpenTelemetry? Its spans are captured in memory, trial by trial."""
