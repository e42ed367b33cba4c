#!/bin/sh
# In a pod: runs the trial, then prints what it recorded as one framed line, the last of the log. Needs what trial.sh needs.
# Arguments: the folder of this script (read only), the folder of the trial, its key, and how the result leaves: log or volume.
# A trial without a result ends with exit code 1 and the reason as the last line.

pod_from=$1 pod_here=$2 pod_key=$3 pod_way=$4
# Bytes before base64, so that the line stays below 1 MB.
pod_left=740000

pod_fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

for pod_program in setsid timeout sha256sum mkfifo base64 find xargs grep sed; do
  command -v "$pod_program" >/dev/null 2>&1 || pod_fail "the image has no $pod_program: use one with coreutils, util-linux, findutils, grep and sed"
done
if [ "$pod_way" = log ]; then
  { mkdir -p "$pod_here" && cp "$pod_from/trial.sh" "$pod_here/trial.sh"; } || pod_fail "the folder $pod_here cannot be written"
fi
[ -r "$pod_here/trial.sh" ] || pod_fail "$pod_here/trial.sh is not there: the volume is another than the scheduler's"
# Another node of a job on several: runs what the first one leaves for it on the volume, until that has its record.
pod_number=${JOB_COMPLETION_INDEX:-0}
while [ "$pod_number" != 0 ]; do
  [ ! -e "$pod_here/result.properties" ] || exit 0
  for pod_go in "$pod_here"/*/nodes/go; do
    pod_nodes=${pod_go%/go}
    if [ ! -e "$pod_go" ] || [ -e "$pod_nodes/$pod_number" ] || [ -e "$pod_nodes/stop" ]; then
      continue
    fi
    setsid sh "$pod_go" "$pod_number" "${AMDAHL_HOST:-$(uname -n)}" </dev/null >/dev/null 2>&1 &
    pod_child=$!
    while kill -s 0 "$pod_child" 2>/dev/null; do
      [ ! -e "$pod_nodes/stop" ] || kill -s KILL -- "-$pod_child" 2>/dev/null
      sleep 0.1
    done
    wait "$pod_child"
  done
  sleep 0.1
done
setsid sh "$pod_here/trial.sh" >"$pod_here/trial.log" 2>&1
pod_record=$pod_here/result.properties
if [ ! -f "$pod_record" ]; then
  tail -n 5 "$pod_here/trial.log" >&2
  pod_fail 'the trial ended without a record'
fi
pod_failed=$(sed -n 's/^failed=//p' "$pod_record" | head -n 1)
[ -z "$pod_failed" ] || pod_fail "$pod_failed"
[ "$pod_way" = log ] || exit 0

# pod_pack PATH: its size and name on a line, then its bytes; - for the size of what does not fit, and the end of a stream instead.
pod_pack() {
  [ -f "$1" ] && [ ! -L "$1" ] || return 0
  pod_size=$(($(wc -c <"$1")))
  pod_cost=$((pod_size + ${#1} + 24))
  if [ "$pod_cost" -le "$pod_left" ]; then
    pod_left=$((pod_left - pod_cost))
    printf '%s %s\n' "$pod_size" "$1"
    head -c "$pod_size" "$1"
    return 0
  fi
  pod_cost=$((pod_cost - pod_size))
  if [ "$pod_cost" -le "$pod_left" ]; then
    pod_left=$((pod_left - pod_cost))
    printf '%s %s\n' - "$1"
  fi
  case $1 in
    */stdout | */stderr)
      if [ ! -e "$1.tail" ]; then
        tail -c 65536 "$1" >"$1.tail"
        pod_pack "$1.tail"
      fi
      ;;
  esac
}

pod_archive() {
  while IFS= read -r pod_path; do
    pod_pack "$pod_path"
  done <"$pod_from/files"
  while IFS= read -r pod_path; do
    pod_pack "${pod_path#./}"
  done <"$pod_here/.outputs"
}

cd "$pod_here" || pod_fail "the folder $pod_here is gone"
# Lengths are bytes.
export LC_ALL=C
pod_line='
'
find . \( -path './*/output/*' -o -path './*/captures/[!.]*' \) -type f ! -path "*$pod_line*" | sort >.outputs
pod_archive >.archive || pod_fail 'the result could not be packed: is the disk of the node full?'
pod_sum=$(sha256sum <.archive)
printf '\namdahl.result/1 %s %s %s ' "$pod_key" "$(($(wc -c <.archive)))" "${pod_sum%% *}"
base64 -w 0 <.archive && printf ' end\n'
