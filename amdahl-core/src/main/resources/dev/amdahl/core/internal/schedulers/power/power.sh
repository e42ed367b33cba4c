#!/bin/sh
# Lowers the limit of power of some accelerators for as long as the script of a trial holds a pipe open, and then sets it back: after the
# arm, and as well when that script, or its whole process group, was killed; so this runs in a session of its own. What it sets, and what it
# found, is first written into a file for each accelerator and forced to disk, so that whoever comes next can set back what was left by a
# process that was killed, too.
#   power.sh cap FOLDER TOLD PIPE PID START COUNT IDS AMOUNT UNIT   writes ok, or why not, into TOLD
#   power.sh restore FOLDER [PID START]   what the dead left, or what that process asked for; says what it set back
# Each file is named like the accelerator's UUID and holds: the old limit, the new one, the number, start and boot of who asked for it.

export LC_ALL=C
amd_mode=$1 amd_folder=$2 amd_mine='' amd_tries=1
read -r amd_boot </proc/sys/kernel/random/boot_id || amd_boot=-
cd / || exit 1

amd_ask() { timeout 10 nvidia-smi --format=csv,noheader,nounits "$@" </dev/null 2>/dev/null; }
amd_is_number() {
  case $1 in
    '' | *[!0-9]*) return 1 ;;
  esac
}

# amd_set UUID WATTS: sets a limit, and reads it back; why not is in amd_said.
amd_set() {
  amd_said=$(timeout 10 nvidia-smi -i "$1" -pl "$2" </dev/null 2>&1)
  amd_code=$?
  amd_now=$(amd_ask -i "$1" --query-gpu=power.limit)
  [ "$amd_code" = 0 ] && [ "${amd_now%%.*}" = "${2%%.*}" ]
}

# amd_is_alive PID START BOOT
amd_is_alive() {
  [ "$3" = "$amd_boot" ] && { read -r amd_stat <"/proc/$1/stat"; } 2>/dev/null || return 1
  amd_stat=${amd_stat##*) }
  case $amd_stat in
    [ZX]*) return 1 ;;
  esac
  amd_start=$2
  # shellcheck disable=SC2086
  set -- $amd_stat
  [ "${20}" = "$amd_start" ]
}

# Of all that claim and set back on this machine one at a time.
amd_alone() {
  (
    flock -w 120 9 || exit 1
    "$@"
  ) 9>"$amd_folder/lock"
}

# amd_return FILE LINE: sets the old limit that a file tells, as long as it holds this line. A limit that is no longer the one that was set is
# somebody else's, or that of a machine that was started again, and stays: 2.
amd_return() {
  { read -r amd_line <"$1"; } 2>/dev/null && [ "$amd_line" = "$2" ] || return 0
  amd_id=${1##*/}
  # shellcheck disable=SC2086
  set -- "$1" $2
  amd_now=$(amd_ask -i "$amd_id" --query-gpu=power.limit)
  amd_is_number "${amd_now%%.*}" || return 1
  if [ "${amd_now%%.*}" != "${3%%.*}" ]; then
    rm -f "$1"
    return 2
  fi
  amd_set "$amd_id" "$2" && rm -f "$1" && printf '%s %s %s\n' "$amd_id" "$3" "$2"
}

# amd_all WHO: sets back what this process set, or what the dead left. A driver may be busy for a while. 1 where something is left, 3 where
# somebody else had set another limit.
amd_all() {
  amd_try=0 amd_worst=0
  while :; do
    amd_left=0
    for amd_file in "$amd_folder"/*; do
      amd_name=${amd_file##*/}
      [ "$amd_name" != lock ] && [ -f "$amd_file" ] && [ ! -L "$amd_file" ] || continue
      { read -r amd_line <"$amd_file"; } 2>/dev/null || continue
      case $1,$amd_line in
        *,*[!0-9A-Za-z.\ -]*) continue ;;
        "mine,"*" $amd_mine") ;;
        mine,*) continue ;;
        dead,*)
          # shellcheck disable=SC2086
          set -- dead $amd_line
          [ "$#" = 6 ] && ! amd_is_alive "$4" "$5" "$6" || continue
          ;;
      esac
      amd_alone amd_return "$amd_file" "$amd_line"
      case $? in
        0) ;;
        2) amd_worst=3 ;;
        *) amd_left=$((amd_left + 1)) ;;
      esac
    done
    amd_try=$((amd_try + 1))
    [ "$amd_left" != 0 ] && [ "$amd_try" -lt "$amd_tries" ] || break
    sleep 1
  done
  [ "$amd_left" = 0 ] || return 1
  return "$amd_worst"
}

if [ "$amd_mode" = restore ]; then
  amd_mine="${3-} ${4-} $amd_boot"
  if [ "$#" -gt 2 ]; then amd_all mine; else amd_all dead; fi
  exit
fi

# Opened for both, it waits for nobody; then this process must not be one that holds it open.
exec 7<>"$4" 8<"$4" 7>&-
amd_told=$3 amd_mine="$5 $6 $amd_boot" amd_count=$7 amd_ids=$8 amd_amount=$9 amd_unit=${10}

# What nobody may end before the limits are back, except by a signal that nothing can hold.
amd_leave() {
  trap '' TERM INT HUP
  [ -z "$amd_reader" ] || kill "$amd_reader" 2>/dev/null
  amd_tries=20
  amd_all mine >/dev/null
  exit
}
amd_reader=''
trap amd_leave TERM INT HUP

amd_tell() { printf '%s\n' "$1" >"$amd_told.tmp" && mv -f "$amd_told.tmp" "$amd_told"; }
amd_refuse() {
  amd_all mine >/dev/null
  amd_tell "$1"
  exit 1
}

command -v nvidia-smi >/dev/null 2>&1 || amd_refuse 'this node has no nvidia-smi: install it, or remove the lever'
command -v flock >/dev/null 2>&1 || amd_refuse 'this node has no flock: install util-linux'
mkdir -p -m 700 "$amd_folder" 2>/dev/null
# shellcheck disable=SC3067
{ [ -d "$amd_folder" ] && [ ! -L "$amd_folder" ] && [ -O "$amd_folder" ]; } \
  || amd_refuse "$amd_folder is no folder of this user: remove it"
amd_all dead >/dev/null

amd_fields=uuid,power.limit,power.min_limit,power.max_limit,power.default_limit
if [ -n "$amd_ids" ]; then
  amd_seen=$(amd_ask -i "$amd_ids" --query-gpu="$amd_fields")
else
  amd_seen=$(amd_ask --query-gpu="$amd_fields")
fi || amd_refuse "nvidia-smi does not tell the limits of power of ${amd_ids:-the accelerators}: look at what it says on this node"
amd_lines=0
while read -r amd_line; do
  amd_lines=$((amd_lines + 1))
done <<EOF
$amd_seen
EOF
[ "$amd_lines" = "$amd_count" ] \
  || amd_refuse "the arm holds $amd_count accelerators, and nvidia-smi shows $amd_lines here: only whole ones of its own can be capped"

# amd_claim UUID OLD NEW: says on disk what is about to be set, unless somebody else has.
amd_claim() {
  amd_file=$amd_folder/$1
  printf '%s %s %s\n' "$2" "$3" "$amd_mine" >"$amd_file.$$" && sync "$amd_file.$$" && ln "$amd_file.$$" "$amd_file"
  amd_code=$?
  rm -f "$amd_file.$$"
  [ "$amd_code" = 0 ] && sync "$amd_folder"
}

while IFS=, read -r amd_id amd_old amd_least amd_most amd_default; do
  amd_old=${amd_old# } amd_least=${amd_least# } amd_most=${amd_most# } amd_default=${amd_default# }
  for amd_value in "$amd_old" "$amd_least" "$amd_most" "$amd_default"; do
    amd_is_number "${amd_value%%.*}" || amd_refuse "accelerator $amd_id has no limit of power that can be set: remove the lever"
  done
  case $amd_id in
    *[!0-9A-Za-z-]* | [!G]* | '') amd_refuse "accelerator $amd_id is not whole: parts share one limit of power" ;;
  esac
  amd_new=$amd_amount
  [ "$amd_unit" != % ] || amd_new=$((${amd_default%%.*} * amd_amount / 100))
  if [ "$amd_new" -lt "${amd_least%%.*}" ] || [ "$amd_new" -gt "${amd_most%%.*}" ]; then
    amd_refuse "$amd_new W is out of range: accelerator $amd_id takes ${amd_least%%.*} to ${amd_most%%.*} W"
  fi
  [ "$amd_new" -le "${amd_old%%.*}" ] \
    || amd_refuse "accelerator $amd_id is limited to ${amd_old%%.*} W already, and a cap of $amd_new W would raise that"
  [ "$amd_new" != "${amd_old%%.*}" ] || continue
  amd_alone amd_claim "$amd_id" "$amd_old" "$amd_new" \
    || amd_refuse "another trial caps accelerator $amd_id, or $amd_folder cannot be written"
  if ! amd_set "$amd_id" "$amd_new"; then
    amd_said=$(printf '%s' "$amd_said" | tr '\n' ' ' | cut -c 1-160)
    case $amd_said in
      *ermission*) amd_refuse "this user may not set limits of power: run as root, or put an nvidia-smi first on PATH that may, as by sudo" ;;
      *) amd_refuse "the limit of accelerator $amd_id cannot be set to $amd_new W: ${amd_said:-it stays at ${amd_now:-what it is}}" ;;
    esac
  fi
done <<EOF
$amd_seen
EOF
amd_tell ok

# Until nobody holds the other end open. A signal ends a wait, but not every shell's read.
cat <&8 >/dev/null &
amd_reader=$!
wait "$amd_reader"
amd_leave
