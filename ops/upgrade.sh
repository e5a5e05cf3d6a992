#!/bin/sh
# Upgrades a site under systemd (docs/operations.md), as root:
#   sh ops/upgrade.sh v1.1.0   builds that version beside this one, exchanges them, and goes back by itself if it does not get ready
#   sh ops/upgrade.sh back     goes back to the version before
set -eu
place=${MERIDIAN_PLACE:-/opt/meridian}
port=$(sed -n 's/^PORT=//p' /etc/meridian.env 2>/dev/null || true)

exchange() {
  [ -d "$1" ] || { echo "There is no $1." >&2; exit 1; }
  rm -rf "$place.aside"
  mv "$place" "$place.aside"
  mv "$1" "$place"
  mv "$place.aside" "$2"
  systemctl restart meridian
}

# Migrations of a large database may take minutes.
is_ready() {
  tries=900
  while [ "$tries" -gt 0 ]; do
    if systemctl is-failed --quiet meridian; then return 1; fi
    if PATH="$place/node_modules/.bin:$PATH" node -e "fetch('http://127.0.0.1:${port:-3000}/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"; then
      return 0
    fi
    tries=$((tries - 1))
    sleep 1
  done
  return 1
}

if [ "${1:?which version, or back}" = back ]; then
  exchange "$place.before" "$place.after"
  rm -rf "$place.before"
  mv "$place.after" "$place.before"
  is_ready && exit
  echo "It does not get ready: journalctl -u meridian" >&2
  exit 1
fi

rm -rf "$place.next"
git clone --quiet --depth 1 --branch "$1" "$(git -C "$place" remote get-url origin)" "$place.next"
npm --prefix "$place.next" run build
rm -rf "$place.before"
exchange "$place.next" "$place.before"
if is_ready; then exit; fi
echo "$1 does not get ready (journalctl -u meridian): going back to the version before." >&2
exchange "$place.before" "$place.next"
is_ready
exit 1
