#!/bin/sh
# Upgrades a site under systemd (docs/operations.md), as root:
#   sh ops/upgrade.sh v1.1.0   builds that version beside this one, exchanges them, and goes back by itself if it does not get ready
#   sh ops/upgrade.sh back     goes back to the version before
# It exchanges the processes one after the other, and the unit files that come with the version. What somebody changed by hand is never dropped.
set -eu
place=${MERIDIAN_PLACE:-/opt/meridian}
installed=${MERIDIAN_UNITS:-/etc/systemd/system}
# In seconds. With migrations it may take a backup and minutes of a large database.
ready_within=40
migrated_within=900

units=$(systemctl list-units --plain --no-legend --full 'meridian.service' 'meridian@*.service' | sed 's/^[^a-z]*//; s/ .*//')
units=${units:-meridian.service}

# Refuses a checkout with changes: it would be replaced, and soon deleted.
keep_changes() {
  [ -d "$1" ] || return 0
  changes=$(git -C "$1" status --porcelain)
  published=$(git -C "$1" branch --remotes --contains HEAD)$(git -C "$1" tag --contains HEAD)
  [ -n "$changes$published" ] || changes=' a commit that is on no branch of its origin'
  [ -n "$changes" ] || return 0
  printf 'The upgrade would drop changes in %s, so nothing was done. Commit and push them to a branch of your own and upgrade to that, or undo them:\n%s\n' "$1" "$changes" >&2
  exit 1
}

# Prints a setting of a unit: its environment files, the last one first, then its own environment, then what is given.
setting_of() {
  found=$(systemctl show --property=EnvironmentFiles --value "$1" | sed 's/ (ignore_errors=.*//' | while read -r file; do
    sed -n "s/^$2=//p" "$file" 2>/dev/null || true
  done | tail -n 1)
  [ -n "$found" ] || found=$(systemctl show --property=Environment --value "$1" | tr ' ' '\n' | sed -n "s/^$2=//p" | tail -n 1)
  printf '%s' "${found:-$3}" | tr -d "'\""
}

# Installs the unit files of the version in $place where they differ, and keeps those before as *.before, which `back` puts in again.
install_units() {
  for unit in meridian.service meridian@.service; do
    file=$installed/$unit
    [ -f "$file" ] && [ -f "$place/ops/meridian.service" ] || continue
    if [ "$1" = back ]; then
      [ -f "$file.before" ] || continue
      mv "$file" "$file.aside"
      mv "$file.before" "$file"
      mv "$file.aside" "$file.before"
      continue
    fi
    rm -f "$file.before"
    sed "s|/opt/meridian|$place|g" "$place/ops/meridian.service" >"$file.next"
    if cmp -s "$file" "$file.next"; then
      rm "$file.next"
    else
      mv "$file" "$file.before"
      mv "$file.next" "$file"
      echo "$file is this version's now; the one before is $file.before. Lines of your own belong in systemctl edit $unit."
    fi
  done
  systemctl daemon-reload
}

exchange() {
  rm -rf "$place.aside"
  mv "$place" "$place.aside"
  mv "$1" "$place"
  mv "$place.aside" "$2"
  install_units "$3"
}

# Restarts the processes one after the other, each once the one before is ready. Returns 1 at the first that does not get ready within the seconds.
restart() {
  for unit in $units; do
    # Or systemd refuses to start one that has failed too often.
    systemctl reset-failed "$unit" 2>/dev/null || true
    systemctl restart "$unit" && is_ready "$unit" "$1" || { echo "$unit does not get ready: journalctl -u $unit" >&2; return 1; }
  done
}

# Returns 0 if the unit's process is ready, and 2 if it cannot reach its database.
ask() {
  host=$(setting_of "$1" HOST 127.0.0.1)
  case $host in *:*) host="[$host]" ;; esac
  url="http://$host:$(setting_of "$1" PORT 3000)/readyz"
  PATH="$place/node_modules/.bin:$PATH" node -e "fetch('$url', { signal: AbortSignal.timeout(2000) })
    .then(async (answer) => process.exit(answer.ok ? 0 : (await answer.json()).database === false ? 2 : 1))
    .catch(() => process.exit(1))"
}

is_ready() {
  until=$(($(date +%s) + $2))
  while [ "$(date +%s)" -lt "$until" ]; do
    if systemctl is-failed --quiet "$1"; then return 1; fi
    if ask "$1"; then return 0; fi
    sleep 1
  done
  return 1
}

if [ "${1:?which version, or back}" = back ]; then
  [ -d "$place.before" ] || { echo "There is no $place.before." >&2; exit 1; }
  exchange "$place.before" "$place.after" back
  mv "$place.after" "$place.before"
  restart "$ready_within"
  exit
fi

for unit in $units; do
  answer=0
  ask "$unit" || answer=$?
  [ "$answer" != 2 ] || { echo "$unit can’t reach its database, so no version would get ready. Nothing was done." >&2; exit 1; }
done
keep_changes "$place"
keep_changes "$place.before"
rm -rf "$place.next"
git -c advice.detachedHead=false clone --quiet --depth 1 --branch "$1" "$(git -C "$place" remote get-url origin)" "$place.next"
npm --prefix "$place.next" run build
within=$ready_within
for migration in "$place.next"/migrations/*.sql; do
  [ -e "$place/migrations/${migration##*/}" ] || within=$migrated_within
done
rm -rf "$place.before"
exchange "$place.next" "$place.before" forth
if restart "$within"; then exit; fi
echo "$1 does not get ready: going back to the version before." >&2
exchange "$place.before" "$place.next" back
restart "$migrated_within" && echo "The version before is ready again." >&2
exit 1
