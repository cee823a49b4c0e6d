"""Agents behind a URL, from the settings file to the exit code."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

Folder = Any  # the class of conftest.py, which tests can't import


class Desk(BaseHTTPRequestHandler):
    """A service that says what it was asked, when it is not asked to be silent."""

    def do_POST(self) -> None:
        """Answer."""
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if asked["q"] == "be silent":
            self.rfile.read(1)  # until somebody hangs up
            return
        steps = [{"name": "find", "arguments": json.dumps({"q": asked["q"]}), "ok": True}]
        allowed = self.headers["authorization"] == "Bearer s3cr3t-token"
        answer = json.dumps({"steps": steps, "text": f"found {asked['q']}", "state": "done" if allowed else "denied"})
        self.send_response(200)
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def asking(folder: Folder) -> Iterator[Folder]:
    """A project whose agent is a service, which runs."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Desk) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        settings = f"""
            agent = "http://127.0.0.1:{server.server_port}/"
            [http]
            headers = {{Authorization = "Bearer ${{DESK_TOKEN}}"}}
            body = {{q = "$request"}}
            response = {{steps = "$.steps", answer = "$.text", status = "$.state"}}
            step = {{tool = "$.name", args = "$.arguments", status = "$.ok"}}
            statuses = {{done = "success", denied = "failure"}}
        """
        folder.write({"goldgate.toml": settings})
        folder.golden(
            {
                "id": "메모",
                "request": "메모",
                "expect": {"calls": [{"tool": "find", "args": {"q": "메모"}}], "answer": "found 메모"},
            }
        )
        yield folder
        server.shutdown()
        thread.join()


TOKEN = {"DESK_TOKEN": "s3cr3t-token"}


def test_a_service_is_gated_and_its_secrets_stay_out_of_all_files(asking: Folder) -> None:
    assert asking.run("run", env=TOKEN).last[0] == "gate open  (exit 0)"
    assert asking.run("update-baseline").code == 0
    assert asking.run("check", env=TOKEN).last == ["gate open  (exit 0)", "next: nothing to do"]
    assert asking.run("check", env={"DESK_TOKEN": "another"}).code == 1
    assert not [path for path in asking.root.rglob("*") if path.is_file() and b"s3cr3t" in path.read_bytes()]


def test_another_way_to_ask_makes_a_run_outdated(asking: Folder, edit: Any) -> None:  # noqa: ANN401 - a fixture
    asking.run("run", env=TOKEN)
    asking.run("update-baseline")
    edit("goldgate.toml", '"$request"', '"$id"')
    compared = asking.run("compare")
    assert (compared.code, compared.errors[1]) == (2, "settings of suite 'files' are changed: http.body [GG022]")


def test_a_service_that_does_not_answer_in_time_fails_its_case_only(asking: Folder) -> None:
    asking.golden(
        {"id": "1", "request": "be silent", "timeout": 0.5, "expect": {"calls": []}},
        {"id": "2", "request": "메모", "expect": {"calls": ["find"]}},
    )
    ended = asking.run("run", "--format", "json", env=TOKEN)
    assert [trial["id"] for trial in ended.document["failures"]] == ["1"]
    assert 'TIMEOUT: "no end after 0.5 s"' in " ".join(ended.document["failures"][0]["reasons"])


def test_a_secret_that_is_not_set_is_named_before_anything_runs(asking: Folder) -> None:
    ended = asking.run("run")
    assert ended.code == 2
    assert ended.err.endswith("the headers need the environment variable DESK_TOKEN, which is not set [GG030]\n")
