#!/usr/bin/env bash
# `npm run alerts`: fires every alert once, and checks the configurations that the deploy guide's own lines make.
set -euo pipefail
cd "$(dirname "$0")/../.."
promtool test rules deploy/prometheus/alerts.test.yaml
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
sed -n '/^## Metrics, alerts/,/^## Logs/p' docs/guides/deploy.md |
  sed -nE "/^(sed|promtool|amtool) /{s|/etc/prometheus|$folder|g;s/ && systemctl.*//;p}" >"$folder/lines"
[ "$(wc -l <"$folder/lines")" = 5 ] || { echo 'The guide has other lines.' >&2; exit 1; }
bash -e "$folder/lines"
