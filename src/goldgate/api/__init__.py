"""How is a suite described, run, gated and measured in Python? Functions of values: no settings file, no click.

A run of cases in this process, held against a baseline that somebody has read:

    run = goldgate.run(goldgate.read_golden(Path("golden/files.jsonl")), agent, suite="files")
    baseline = goldgate.read_baseline(Path("baselines/files.jsonl"))
    comparison = goldgate.compare(run, {"files": baseline}, today=date.today())
    assert goldgate.decide(comparison).open

What the commands refuse is refused here, too; what only files can be, an outdated or incomplete run, is left to them.
"""
