#!/usr/bin/env bash
# `npm start` comes up from a fresh clone, answers, and stops on Ctrl-C.
set -euo pipefail
npm start >start.log 2>&1 &
started=$!
trap 'cat start.log' EXIT
for _ in $(seq 300); do
  [ -f .authly/sandbox.json ] && break
  kill -0 "$started"
  sleep 1
done
read_setting() { node -p "JSON.parse(require('fs').readFileSync('.authly/sandbox.json')).$1"; }
curl --fail --silent --show-error --cacert "$(read_setting ca_file)" "$(read_setting base_url)/v1/signing-keys"
kill -TERM "$started"
wait "$started" || [ $? = 143 ] || [ $? = 130 ]
