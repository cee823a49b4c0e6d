"""Is this trace right? Named checks, a reason for each that failed, and a verdict; all of it pure."""
