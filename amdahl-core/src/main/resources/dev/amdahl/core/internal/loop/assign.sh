#!/bin/sh
# Prints what a scheduled run of this family is started with, as lines of shell: eval "$(sh FOLDER/assign RUN_ID)".
# Never fails and waits for nothing: where it cannot tell, it prints nothing, and the run starts as usual.
case $0 in
*/*) cd "${0%/*}" 2>/dev/null || exit 0 ;;
esac
case $1 in
'' | [.-]* | *[!A-Za-z0-9._-]*)
  echo "amdahl: '$1' is no run id, the run starts as usual; use letters, digits, '.', '_' and '-'" >&2
  exit 0
  ;;
esac
run=runs/$1
from=$run
if [ ! -e "$run/assignment" ]; then
  for slot in slots/*; do
    [ -r "$slot/assignment" ] || continue
    mv -T "$slot" "$run" 2>/dev/null && break
    [ ! -e "$run/assignment" ] || break
  done
  if [ ! -e "$run/assignment" ]; then
    [ -r incumbent/assignment ] || exit 0
    draft=runs/.draft-$1-$$
    { mkdir "$draft" && cp incumbent/assignment incumbent/settings.sh "$draft" && mv -T "$draft" "$run"; } 2>/dev/null || from=incumbent
    [ ! -e "$run/assignment" ] || from=$run
  fi
fi
read -r up _ 2>/dev/null </proc/uptime || up=-
read -r boot 2>/dev/null </proc/sys/kernel/random/boot_id || boot=-
read -r load _ 2>/dev/null </proc/loadavg || load=-
read -r host 2>/dev/null </proc/sys/kernel/hostname || host=-
{ echo "- $up $boot $load $host" >>"$run/starts"; } 2>/dev/null
while IFS= read -r line; do
  printf '%s\n' "$line"
done 2>/dev/null <"$from/settings.sh"
exit 0
