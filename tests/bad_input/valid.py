"""A valid file of every format, to be spoiled: each is taken as it stands here."""

from typing import Final

GOLDEN: Final = (
    b'{"id": "a", "request": "show", "tags": ["files"], "world": {"files": {"n/t.md": "x", "b": {"base64": "aGk=", '
    b'"mtime": "2027-03-01", "mode": "0644"}}, "state": {"n": 1}, "tools": [{"tool": "s", "args": {"q": {"$regex": '
    b'"a+"}}, "returns": ["n"]}]}, "expect": {"calls": ["s", {"tool": "t", "args": {"n": {"$approx": 0.3}}, "times": '
    b'2}], "answer": {"json_path": {"$.a[0]": {"$in": [1, 2]}}, "matches": "x"}, "limits": {"calls": 3, "cost_usd": '
    b'0.5}}, "known_failure": {"reason": "r", "issue": "i", "expires": "2027-03-01"}, "trials": 2, "timeout": 1.5}\n'
    b'{"id": "b", "request": [{"role": "user", "content": "x"}]}\n'
)
BASELINE: Final = (
    b'{"goldgate":"baseline","schema":1,"outcome":"3f2a"}\n\n'
    b'{"id":"a","verdict":"fail","failed":["calls"],"case":"5d41","status":"success","steps":[{"tool":"file_read",'
    b'"args":{"path":"recent"},"error_code":"NOT_FOUND"}],"answer":"x"}\n\n'
    b'{"id":"b","verdict":"pass","case":"x","trials":[2,2]}\n'
)
SETTINGS: Final = (
    b'agent = "a:b"\ntimeout = 60\nworkers = 2\noutcome = ["calls", "args"]\n'
    b'redactions = [{path = "/steps/*/observation/id", alias = "ID"}]\n[gate]\nstale = "warn"\nalpha = 0.05\n'
    b'[variants]\nnew = "git:main"\n[suites.files]\ntrials = 3\n[judge]\njudge = "x:y"\n[recording]\nsecrets = ["X"]\n'
    b'[guards]\nseed = "3"\n[limits]\nusd = 1.5\n[known_failures]\nmax_days = 3\n'
)
RUBRIC: Final = (
    b'layout = "arms"\nrules = ["be fair"]\nscale = {min = 0, max = 10}\n[criteria]\na = {weight = 0.4, description = '
    b'"x"}\n"b c" = 0.6\n[gate]\nrule = "comparative"\nnot_below = ["a"]\ntolerance = 1.5\n'
)
ROWS: Final = (
    b'{"case_id": "a", "trial": 1, "condition": "clarity", "score": 74, "explanation": "x", "confidence": 0.5}\n'
    b'{"case_id": "a", "trial": 1, "condition": "actionability", "score": 80}\n'
    b'{"case_id": "a", "trial": 1, "condition": "conciseness", "score": 80}\n'
)
CASSETTE: Final = (
    b'{"goldgate":"cassette","schema":1}\n'
    b'{"key":"k","request":{"method":"POST","url":"https://x/","body":{"a":1}},"response":{"status":200,"headers":'
    b'{"content-type":"text/plain"},"body":"hi"}}\n'
    b'{"key":"k","kind":"model","request":{"method":"CALL","url":"m"},"response":{"status":200,"chunks":["a","b"]}}\n'
)
EVIDENCE: Final = (
    b'{"goldgate":"evidence","schema":1,"skill":"triage","findings":[{"run":"r","finished_at":"t","mode":"joint",'
    b'"linked":["triage"],"suites":{"a":"b"},"skill_digest":"d","cases":3,"pass_rate":{"fraction":"2/3","value":0.6},'
    b'"rate_without":{"fraction":"1/3"},"handed":1,"loaded":null}]}\n'
)
REFERENCE: Final = b'{"goldgate":"paired-run","schema":1,"suites":{"a":"b"},"with":{"rate":{"fraction":"1/3"}}}\n'
HEADER: Final = (
    b'{"goldgate":"run","schema":1,"run":"r","version":"1","started":"t","suites":{"files":{"golden":"0","outcome":"1",'
    b'"agent":"a:b","cases":{"a":"c"},"known_failures":{},"unexpecting":[],"settings":{"timeout":"0"}}},"trials":1,'
    b'"project_files":{},"variant":"default"}\n'
)
END: Final = (
    b'{"goldgate":"end","schema":1,"results":1,"errors":0,"lines":"d","finished":"t","proposed":{"files":"d"},'
    b'"disagree":{"files":["a"]},"project_files":{},"unused":{"files":{"a":[1]}}}\n'
)
RESULT: Final = (
    b'{"id":"a","suite":"files","variant":"default","trial":1,"verdict":"pass","failed":[],"checks":[{"name":"calls",'
    b'"passed":true}],"trace":{"steps":[{"tool":"t","args":{}}],"answer":"x"},"usage":{"input_tokens":1},'
    b'"scores":{"rubric":"r","criteria":{"c":1},"weighted":1.5,"scale":[0,100]}}\n'
)
TIMING: Final = (
    b'{"id":"a","suite":"files","variant":"default","trial":1,"seconds":1.5,"idle_stubs":[1],"raised":["x"]}\n'
)
JUDGED: Final = (
    b'{"suite":"s","id":"a","trial":1,"rubric":"r","conditions":{"A":"v"},"prompt":"p","replies":[{"text":"t","usage":'
    b'{"input_tokens":1}}],"scores":{"A":{"c":1.5}},"explanations":{"A":"x"}}\n'
)
SPENT: Final = b'{"calls": 3, "usd": "0.10", "unknown_usd": 1, "tokens": 70, "unknown_tokens": 2, "seconds": 1.5}\n'
LATE_FILES: Final = b'{"a.py": "0f", "b.py": null}\n'
SUMMARY: Final = (
    b'{"overall":{"cases":1,"trials":1,"passed":1,"failed":0,"errors":0,"known":0,"pass_rate":1.0},"judge":'
    b'{"questions":1,"calls":1,"failed":0,"input_tokens":null,"output_tokens":1,"cost_usd":0.5,"total_cost_usd":null,'
    b'"unknown_cost":0}}\n'
)
WORLD: Final = b'{"files": {"a": "x"}, "state": {}, "tools": [{"tool": "t", "returns": 1, "times": 2}]}\n'
OTLP: Final = (
    b'{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":'
    b'"b7ad6b7169203331","name":"x","startTimeUnixNano":"1","endTimeUnixNano":2,"attributes":[{"key":'
    b'"gen_ai.operation.name","value":{"stringValue":"execute_tool"}},{"key":"gen_ai.tool.name","value":{"stringValue":'
    b'"t"}},{"key":"gen_ai.tool.call.arguments","value":{"kvlistValue":{"values":[{"key":"a","value":{"arrayValue":'
    b'{"values":[{"intValue":"1"}]}}}]}}}],"status":{"code":2},"events":[{"name":"e","timeUnixNano":"3",'
    b'"attributes":[]}]}]}]}]}\n'
)
VCR: Final = (
    b"interactions:\n- request:\n    method: POST\n    uri: https://x/y\n    body: '{}'\n    headers:\n"
    b"      Content-Type: [application/json]\n  response:\n    status: {code: 200, message: OK}\n    headers: &h {}\n"
    b"    body: {string: !!binary aGk=}\nversion: 1\n"
)
EVALS: Final = (
    b'{"skill_name":"triage","evals":[{"id":1,"prompt":"p","expected_output":"o","files":["a.txt"],'
    b'"expectations":["x",{"text":"y"}]}]}\n'
)
SKILL: Final = b"---\nname: triage # a comment\n---\nDo it.\n"
MESSAGE: Final = b'{"type":"call","trial":1,"tool":"t","args":{"a":1},"call":1,"group":"g"}\n'
STEP: Final = b'{"type":"step","trial":1,"step":{"kind":"tool","tool":"t","args":{"a":1},"status":"ok"}}\n'
TRACE: Final = (
    b'{"plan":["a",{"tool":"b","args":{}}],"steps":[{"kind":"tool","tool":"a","args":"{\\"x\\":1}","status":"ok",'
    b'"observation":1,"group":1}],"answer":"x","status":"success","usage":{"input_tokens":1,"cost_usd":0.5}}\n'
)
ANSWER: Final = (
    b'{"conditions": {"A": {"scores": {"clarity": 74, "actionability": 80, "conciseness": 80}, "explanation": "x"}}, '
    b'"usage": {"input_tokens": 7, "cost_usd": 0.5}}\n'
)
