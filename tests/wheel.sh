#!/bin/sh
# Install the built wheel into an empty environment and do what the README promises a new user.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet "$here"
PATH="$folder/venv/bin:$PATH"
export PATH
unset CI

cd "$folder"
goldgate init demo
cd demo
goldgate validate
goldgate run
goldgate update-baseline
goldgate compare
goldgate check
goldgate explain GG101 | grep -q regression
goldgate report --report html=report.html 2> refused.txt && exit 1
grep -q "pip install 'goldgate\[html\]'" refused.txt
"$folder/venv/bin/python" -m pip install --quiet "$here[html]"
goldgate report --report html=report.html
grep -q '<h1 id="gate">Gate open</h1>' report.html
echo "wheel: the README's first five commands work in an empty environment, and an HTML report with its extra"
