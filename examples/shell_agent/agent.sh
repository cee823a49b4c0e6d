#!/bin/sh
# An agent as a shell script that goldgate gates: `agent = "command: ./agent.sh"`.
#
# It speaks goldgate's protocol (docs/reference/agent-protocol.md) with sed alone: goldgate writes its messages without
# blanks, with the keys in the order in which the reference lists them. Use a JSON parser for anything bigger.

hear() { IFS= read -r message <&"$GOLDGATE_IN"; }
say() { printf '%s\n' "$1" >&"$GOLDGATE_OUT"; }
part() { printf '%s\n' "$message" | sed -n "$1"; }

call() { # TOOL ARGUMENTS
  say '{"type":"call","trial":'"$trial"',"tool":"'"$1"'","args":'"$2"'}'
  hear
}

perform() { # REQUEST, as JSON
  case $1 in
    *disk*) call disk_usage '{"path":"/"}' ;;
    *uptime*) call uptime '{}' ;;
    *) answer='"I know nothing of that."' && return ;;
  esac
  answer=$(part 's/.*"value":\(.*\)}$/\1/p')
}

while hear; do
  case $message in
    '{"type":"hello"'*) say '{"type":"hello","protocol":1}' ;;
    '{"type":"case"'*)
      trial=$(part 's/^{"type":"case","trial":\([0-9]*\),.*/\1/p')
      perform "$(part 's/.*"request":\(.*\),"tags":.*/\1/p')"
      if [ -n "$answer" ]; then
        say '{"type":"result","trial":'"$trial"',"trace":{"answer":'"$answer"'}}'
      else
        say '{"type":"result","trial":'"$trial"',"trace":{"status":"failure"}}'
      fi
      ;;
  esac
done
