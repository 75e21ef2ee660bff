#!/bin/bash
# Restarts the enabled servers, gateways and sandbox host one after another, each when the one before it is ready.
set -euo pipefail

wait_until_ready() {
  for _ in {1..60}; do
    curl --silent --fail --output /dev/null "http://127.0.0.1:$1/readyz" && return
    sleep 1
  done
  echo "Port $1 is not ready: $(curl --silent --show-error "http://127.0.0.1:$1/readyz" 2>&1)" >&2
  return 1
}

for program in bridge-server bridge-gateway; do
  for unit in /etc/systemd/system/multi-user.target.wants/"$program"@*.service; do
    name=$(basename "$unit" .service)
    systemctl restart "$name"
    wait_until_ready "${name#*@}"
    echo "$name is ready."
  done
done
systemctl restart bridge-sandbox-host
wait_until_ready 4100
echo "bridge-sandbox-host is ready."
