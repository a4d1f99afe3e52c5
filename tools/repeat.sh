#!/usr/bin/env bash
# `npm run repeat`: runs the whole suite repeatedly in clean clones, to find unstable tests.
set -euo pipefail

HELP='npm run repeat -- [--times N] [--fresh] [--quick | --deep] [--busy]

Runs "npm test" N times, each time in a fresh clone of HEAD with an empty HOME, and prints the time and the result of each run.
Exits with 1 if a run failed. The clones hold only what is committed.

  --times N   number of runs (default 5)
  --fresh     install everything again in each clone, as a stranger does. If root runs it, the clone belongs to
              another user, as in the container of a CI job
  --quick     run "npm run quick" instead
  --deep      run "npm run test:deep" instead
  --busy      keep every core busy with other processes
  --help      this text

Without --fresh each clone gets a copy of the node_modules of this checkout if they match the lockfile. The output of a failed run
stays in out/repeat/. Ctrl-C ends the run, the busy processes and the clone.'

refuse() {
  printf '%s\n\n%s\n' "$1" "$HELP" >&2
  exit 2
}

times=5 script=test busy= fresh=
while [ $# -gt 0 ]; do
  option=$1
  shift
  case $option in
    --times)
      times=${1:-}
      shift || true
      ;;
    --times=*) times=${option#*=} ;;
    --quick) script=quick ;;
    --deep) script=test:deep ;;
    --busy) busy=yes ;;
    --fresh) fresh=yes ;;
    --help | -h) echo "$HELP" && exit ;;
    *) refuse "Unknown option '$option'" ;;
  esac
done
[[ $times =~ ^[1-9][0-9]{0,3}$ ]] || refuse '--times must be a whole number from 1 to 9999'

root=$(cd "$(dirname "$0")/.." && pwd)
logs=$root/out/repeat/$(date -u +%Y-%m-%dT%H-%M-%S)
folder=$(mktemp -d "${TMPDIR:-/tmp}/authly-repeat-XXXXXX")
# As root the tests' Postgres runs as another user, who must be able to enter.
chmod 755 "$folder"
# Each job is a process group, so that its children can be ended.
set -m
run=
log=
finish() {
  if [ "$run" ]; then
    kill -INT -- "-$run"
    wait "$run"
    rm "$log"
  fi
  kill -KILL $(jobs -p)
  rm -rf "$folder"
  rmdir "$logs"
} 2>/dev/null
trap 'set +e; finish' EXIT
trap 'exit 1' INT TERM HUP

if [ "$busy" ]; then
  # They end with this script, even if it is killed.
  for ((core = 0; core < $(getconf _NPROCESSORS_ONLN); core++)); do while kill -0 $$; do :; done & done 2>/dev/null
fi

make_clone() {
  rm -rf "$folder"/*
  mkdir -p "$folder/home" "$folder/tmp" "$logs"
  chmod 1777 "$folder/tmp"
  git clone --quiet --no-hardlinks "$root" "$folder/authly"
  [ -z "$fresh" ] || [ "$(id -u)" != 0 ] || chown -R 1001:1001 "$folder/authly"
  [ -z "$fresh" ] && cmp -s {"$root","$folder/authly"}/package-lock.json && [ -e "$root/node_modules/.package-lock.json" ] || return 0
  (cd "$root" && for modules in node_modules {packages,apps}/*/node_modules; do
    [ ! -d "$modules" ] || cp -a "$modules" "$folder/authly/$modules"
  done)
}

run_clone() {
  local kept=() name status=0
  for name in CI CHROME_PATH AUTHLY_TEST_DATABASE_URL NODE_EXTRA_CA_CERTS; do
    [ -z "${!name+set}" ] || kept+=("$name=${!name}")
  done
  [ -z "$fresh" ] || kept+=("TMPDIR=$folder/tmp")
  (cd "$folder/authly" && exec env -i PATH="$PATH" HOME="$folder/home" "${kept[@]}" npm run "$script") </dev/null >"$log" 2>&1 &
  run=$!
  wait "$run" || status=$?
  kill -KILL -- "-$run" 2>/dev/null || true
  run=
  return "$status"
}

failed=0
for ((number = 1; number <= times; number++)); do
  make_clone
  log=$logs/run-$number.log
  SECONDS=0
  if run_clone; then
    rm "$log"
    printf '%4d of %d  passed  %5d s\n' "$number" "$times" "$SECONDS"
  else
    failed=$((failed + 1))
    printf '%4d of %d  FAILED  %5d s  %s\n' "$number" "$times" "$SECONDS" "$log"
    sed -n '/^Not everything holds/,$p' "$log"
  fi
done
echo "$((times - failed)) of $times passed, $failed failed"
[ "$failed" = 0 ]
