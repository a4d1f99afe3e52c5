#!/bin/sh
# What deploy/compose.yaml expects in deploy/secrets, except for the certificate, which is yours to bring. What is there stays.
# Run as root: the files belong to the users of the containers, and to nobody else.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
cd secrets

[ -e master-key ] || openssl rand -base64 32 >master-key
[ -e postgres-password ] || openssl rand -hex 32 >postgres-password
[ -e grafana-password ] || openssl rand -hex 16 >grafana-password
printf 'postgres://authly:%s@/authly?host=/var/run/postgresql\n' "$(cat postgres-password)" >database-url

chmod 711 .
if [ -e alert-url ]; then chown 65534 alert-url && chmod 400 alert-url; else echo "Put the address that takes your alerts into deploy/secrets/alert-url and run this again." >&2; fi
chown 65532:65532 master-key database-url
for file in tls-cert.pem tls-key.pem; do
  if [ -e "$file" ]; then chown 65532:65532 "$file" && chmod 400 "$file"; else echo "Put your certificate into deploy/secrets/$file and run this again." >&2; fi
done
# Postgres reads its password as root, before it becomes another user; Grafana is 472.
chown 472 grafana-password
