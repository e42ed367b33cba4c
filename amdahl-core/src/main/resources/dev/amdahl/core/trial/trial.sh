#!/bin/sh
# One trial: each arm in a fresh folder, measured, one after the other. Writes key=value lines, then renames them to result.properties.
# Arguments: files that record who holds a slot. Needs coreutils, find, xargs, grep and sed. A process that is started costs a busy machine
# some ten milliseconds, so what the shell can read by itself, it reads; a program whose output goes to a file or a pipe with a name costs
# less than one within $(), for which the shell makes a copy of itself, and one without a locale less than one with.

# Seconds since the machine started, and hundredths.
amd_clock() {
  read -r amd_up amd_rest </proc/uptime
  amd_hundredths=$((${amd_up%.*} * 100 + 1${amd_up#*.} - 100))
  amd_up=${amd_up%.*}
}
# Set amd_word to one of many words.
amd_words_4() { amd_word=$4; }
amd_words_20() { amd_word=${20}; }
amd_put() { printf '%s=%s\n' "$1" "$2" >>"$amd_result" || exit 1; }
amd_tell() { [ -z "$2" ] || amd_put "$1" "$2"; }
amd_finish() {
  # What passed by the uptime, which needs no process; its steps of 10 ms do here.
  if [ -n "$amd_launched" ]; then
    amd_clock
    amd_put finished "$((amd_launched + (amd_hundredths - amd_begun) * 10000000))"
  fi
  amd_put complete true
  LC_ALL=C mv -f "$amd_result" "$amd_here/result.properties" || exit 1
  [ -z "$amd_cgroup" ] || LC_ALL=C rmdir "$amd_cgroup" 2>/dev/null
  exit 0
}
amd_fail() {
  amd_put failed "$1"
  amd_finish
}

case $0 in
  */*) amd_here=${0%/*}/ ;;
  *) amd_here=. ;;
esac
amd_here=$(CDPATH='' cd -- "$amd_here" && pwd -P) || exit 1
amd_result=$amd_here/result.tmp

amd_launched='' amd_cgroup='' amd_ns=''

# The claim: a hard link is made once, so a second start of the same trial ends here.
read -r amd_stat <"/proc/$$/stat" || exit 1
# shellcheck disable=SC2086
amd_words_20 ${amd_stat##*) }
amd_start=$amd_word
printf '%s %s\n' "$$" "$amd_start" >"$amd_here/pid.$$.tmp" || exit 1
LC_ALL=C ln "$amd_here/pid.$$.tmp" "$amd_here/pid" 2>/dev/null
amd_claim=$?
if [ "$amd_claim" != 0 ]; then
  rm -f "$amd_here/pid.$$.tmp"
  [ -e "$amd_here/pid" ]
  exit
fi
# The last line of such a file counts.
for amd_slot in "$@"; do
  printf '%s %s %s\n' "$$" "$amd_start" "$amd_here" >>"$amd_slot"
done
[ -e "$amd_here/cancelled" ] && exit 0
: >"$amd_result" || exit 1

# In a container the machine has another name than itself, and to Slurm it may have one too.
amd_host=${AMDAHL_HOST:-${SLURMD_NODENAME-}}
[ -n "$amd_host" ] || { read -r amd_host </proc/sys/kernel/hostname; } 2>/dev/null || amd_host=$(uname -n)
amd_put host "$amd_host"
LC_ALL=C date +%s%N >"$amd_here/now.tmp" && read -r amd_ns <"$amd_here/now.tmp"
case $amd_ns in
  '' | *[!0-9]*) amd_fail 'this machine has no "date +%N": GNU coreutils are needed' ;;
esac
[ -r /proc/uptime ] || amd_fail 'this machine has no /proc/uptime'
amd_launched=$amd_ns
amd_clock
amd_begun=$amd_hundredths
amd_put launched "$amd_launched"
read -r amd_kernel </proc/sys/kernel/osrelease && amd_put kernel "$amd_kernel"
# The network domain: what the site says, or the switches that Slurm names above this node.
amd_topology=${AMDAHL_TOPOLOGY-}
case ${SLURM_TOPOLOGY_ADDR-} in
  *.*) : "${amd_topology:=${SLURM_TOPOLOGY_ADDR%.*}}" ;;
esac
[ -z "$amd_topology" ] || amd_put topology "$(printf '%s' "$amd_topology" | tr '\n' ' ')"
amd_board=${AMDAHL_BOARD-}
amd_container=${AMDAHL_SRUN-}
amd_caps=${AMDAHL_POWER_FOLDER-}
amd_owner=${AMDAHL_OWNER-} amd_first=${AMDAHL_POD_IP-}
set -f
for amd_variable in $(export -p); do
  amd_variable=${amd_variable%%=*}
  case $amd_variable in
    *[!A-Za-z0-9_]*) ;;
    AMDAHL_*) unset "$amd_variable" ;;
  esac
done
set +f
amd_accelerated='' amd_nodes='' amd_place='' amd_cap='' amd_uncapped=''
amd_own_group=''
while read -r amd_rest; do
  case $amd_rest in
    0::*) amd_own_group=${amd_rest#0::} ;;
  esac
done 2>/dev/null </proc/self/cgroup


# Where control groups of version 2 are, which may be beside those of version 1.
amd_groups=''
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
  amd_groups=/sys/fs/cgroup
elif [ -e /sys/fs/cgroup/unified/cgroup.controllers ]; then
  amd_groups=/sys/fs/cgroup/unified
else
  while read -r amd_rest amd_path amd_kind amd_rest; do
    [ "$amd_kind" != cgroup2 ] || : "${amd_groups:=$amd_path}"
  done </proc/mounts
fi

# amd_absent DIRECTORY PATH: what an arm will write must not be there before the first arm.
amd_absent() {
  if [ -e "$1/$2" ] || [ -L "$1/$2" ]; then
    amd_fail 'a declared file exists before the first arm'
  fi
}

# Whether the process that this trial is for, by its number and start, still runs; a trial that is for none in particular goes on.
amd_is_wanted() {
  [ -n "$amd_owner" ] || return 0
  { read -r amd_stat <"/proc/${amd_owner% *}/stat"; } 2>/dev/null || return 1
  amd_stat=${amd_stat##*) }
  # shellcheck disable=SC2086
  case $amd_stat in
    [ZX]*) return 1 ;;
    *) amd_words_20 $amd_stat && [ "$amd_word" = "${amd_owner#* }" ] ;;
  esac
}

# amd_note NAME: which arm runs, for whoever finds this trial ended by a limit of the whole job; empty for none.
amd_note() {
  amd_put running "$1"
  [ -z "$amd_board" ] || printf '%s' "${1:+amdahl.arm $1}" >"$amd_board"
} 2>/dev/null

# amd_make NAME...: fresh folders of arms, and a control group for the trial, which nothing can leave, where this user may make one.
amd_make() {
  for amd_name in "$@"; do
    shift
    [ ! -e "$amd_here/$amd_name" ] || amd_fail "the folder of arm $amd_name is there already"
    set -- "$@" "$amd_here/$amd_name" "$amd_here/$amd_name/run" "$amd_here/$amd_name/output"
  done
  if [ -z "$amd_cgroup" ] && [ -n "$amd_groups" ] && [ -w "$amd_groups${amd_own_group%/}" ]; then
    amd_cgroup=$amd_groups${amd_own_group%/}/amdahl-$$
    set -- "$@" "$amd_cgroup"
  fi
  LC_ALL=C mkdir "$@" 2>/dev/null
  if [ -n "$amd_cgroup" ] && ! { [ -w "$amd_cgroup/cgroup.procs" ] && [ -w "$amd_cgroup/cgroup.kill" ]; }; then
    [ ! -d "$amd_cgroup" ] || rmdir "$amd_cgroup"
    amd_cgroup=''
  fi
  for amd_folder in "$@"; do
    shift
    case $amd_folder in
      "$amd_here"/*/run)
        amd_folder=${amd_folder%/run}
        set -- "$@" "$amd_folder/stdout.pipe.tmp" "$amd_folder/stderr.pipe.tmp" "$amd_folder/clock.pipe.tmp"
        ;;
    esac
  done
  LC_ALL=C mkfifo "$@" || amd_fail "the folders of the arms could not be made"
}

# amd_begin NAME DIRECTORY SECONDS: a fresh folder; DIRECTORY is empty for a fresh working directory, SECONDS the arm's time limit.
amd_begin() {
  amd_is_wanted || amd_fail "the process that wanted it has ended, before arm $1"
  amd_name=$1
  amd_clock
  amd_until=$((amd_up + ${3%%.*} + 3))
  amd_arm=$amd_here/$1
  amd_directory=${2:-$amd_arm/run}
  [ -p "$amd_arm/stderr.pipe.tmp" ] || amd_make "$1"
  : >"$amd_arm/begun.tmp"
}

# amd_switch LINES: when which settings are in force.
amd_switch() { printf '%s' "$1" >"$amd_arm/switch.jsonl" || amd_fail "the schedule of arm $amd_name could not be written"; }

# Wall-clock nanoseconds between two readings of the machine's uptime, by the pipe that is open as 5.
amd_now() {
  read -r amd_up0 amd_rest </proc/uptime
  LC_ALL=C date +%s%N >&5 || echo 0 >&5
  read -r amd_ns <&5
  read -r amd_up1 amd_rest </proc/uptime
  amd_moment="$amd_ns $amd_up0 $amd_up1"
}

# The last 64 KiB of a stream, which is read to its end, so that the command never waits or breaks.
amd_tail() { tail -c 65536 >"$1" || cat >/dev/null; }

# amd_keep NAME HASH: keeps the first bytes of a stream and the last ones. Where less comes than is kept, as the place in the file says, that
# is all, and its digest is that of the file, later; else one is made as the stream goes by.
amd_keep() {
  exec 9>&-
  {
    amd_place=''
    LC_ALL=C head -c "$amd_bytes" >&6 && read -r amd_rest amd_place </proc/self/fdinfo/6
    exec 6>&-
    if [ "${amd_place:-$amd_bytes}" -lt "$amd_bytes" ]; then
      : >"$amd_arm/$1.whole.tmp"
    elif [ -n "$2" ] && mkfifo "$amd_arm/$1.hash.tmp"; then
      sha256sum <"$amd_arm/$1.hash.tmp" >"$amd_arm/$1.sha256.tmp" &
      amd_sum=$!
      exec 6>"$amd_arm/$1.hash.tmp"
      cat "$amd_arm/$1" >&6
      tee "$amd_arm/$1.hash.tmp" 6>&- | amd_tail "$amd_arm/$1.tail" 6>&-
      exec 6>&-
      wait "$amd_sum"
    else
      amd_tail "$amd_arm/$1.tail"
    fi
  } <"$amd_arm/$1.pipe.tmp" 6>"$amd_arm/$1" 2>/dev/null
  : >"$amd_arm/$1.done.tmp"
}

# The record says what the processes of an arm are found by.
amd_contain() {
  [ -z "$amd_cgroup" ] || printf '%s\n' "$amd_cgroup" >"$amd_arm/cgroup.tmp"
  amd_put "$amd_name.found_by" "${amd_cgroup:+control group, }environment, folder"
}

amd_know() { amd_known="$* "; }

# Whether all processes were there when the arm began, so that it left none behind. Not asked of arms so long that the numbers of processes may
# have come round.
amd_is_clean() {
  amd_took=$((${amd_moment%% *} - ${amd_before%% *}))
  [ "$amd_took" -ge 0 ] && [ "$amd_took" -lt 2000000000 ] || return 1
  # The readers of its streams are about to end.
  amd_turn=0
  until [ -e "$amd_arm/stdout.done.tmp" ] && [ -e "$amd_arm/stderr.done.tmp" ]; do
    amd_turn=$((amd_turn + 1))
    [ "$amd_turn" -lt 2000 ] || return 1
  done
  # Both lists are in the same order.
  for amd_path in /proc/[0-9]*; do
    case $amd_known in
      *"$amd_path "*) amd_known=${amd_known#*"$amd_path "} ;;
      *) return 1 ;;
    esac
  done
}

# Tells the folders in /proc of the processes that carry the environment of an arm or work in its folder.
amd_search() {
  grep -lsF -e "AMDAHL_RUN_DIR=$amd_arm/run" /proc/[0-9]*/environ
  case $amd_arm in
    *[]*?[\\]*) find /proc/[0-9]*/cwd -maxdepth 0 -printf '%h %l/\n' | grep -F " $amd_arm/" | cut -d ' ' -f 1 ;;
    *) find /proc/[0-9]*/cwd -maxdepth 0 \( -lname "$amd_arm" -o -lname "$amd_arm/*" \) -printf '%h\n' ;;
  esac
} 2>/dev/null

# Sets amd_found to the numbers of the processes that an arm left behind, as words.
amd_look() {
  amd_found=''
  if [ -n "$amd_cgroup" ]; then
    while read -r amd_left; do
      amd_found="$amd_found$amd_left "
    done <"$amd_cgroup/cgroup.procs"
  fi 2>/dev/null
  if [ -z "$amd_found" ] && amd_is_clean; then return 0; fi
  for amd_left in $(amd_search); do
    amd_left=${amd_left#/proc/}
    amd_left=${amd_left%%/*}
    case " $amd_found" in
      *" $amd_left "*) ;;
      *) amd_found="$amd_found$amd_left " ;;
    esac
  done
}

# What an arm left behind, counted and ended: its process group, and whatever is in its control group, still carries its environment or
# works in its folder. What only has yet to exit has a twentieth of the arm's time for it, .2 s at most.
amd_sweep() {
  cd /
  amd_look
  if [ -n "$amd_found" ]; then
    amd_grace=$(((${amd_moment%% *} - ${amd_before%% *}) / 20000000))
    [ "$amd_grace" -ge 0 ] && [ "$amd_grace" -le 200 ] || amd_grace=200
    sleep "$(printf '0.%03d' "$amd_grace")"
    amd_look
  fi
  kill -s KILL -- "-$1" 2>/dev/null
  amd_count=0
  for amd_left in $amd_found; do
    amd_count=$((amd_count + 1))
    kill -s KILL "$amd_left" 2>/dev/null
  done
  amd_put "$amd_name.lingering" "$amd_count"
  [ "$amd_count" = 0 ] || {
    amd_look
    for amd_left in $amd_found; do
      kill -s KILL "$amd_left" 2>/dev/null
    done
  }
  if [ -n "$amd_cgroup" ] && read -r amd_left <"$amd_cgroup/cgroup.procs"; then
    echo 1 >"$amd_cgroup/cgroup.kill"
    for amd_turn in 1 2 3 4 5; do
      sleep 0.02
      read -r amd_left <"$amd_cgroup/cgroup.procs" || break
    done
  fi 2>/dev/null
  return 0
}

# What the machine grants an arm; nothing is said of what cannot be read.
amd_grants() {
  for amd_file in governor min_freq max_freq; do
    amd_seen=' '
    for amd_path in /sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_$amd_file; do
      read -r amd_value <"$amd_path" || continue
      case $amd_seen in
        *" $amd_value "*) ;;
        *) amd_seen="$amd_seen$amd_value " ;;
      esac
    done 2>/dev/null
    amd_tell "$amd_name.$amd_file" "${amd_seen# }"
  done
  LC_ALL=C sed -n -e 's/^Cpus_allowed_list:[[:space:]]*/cpus /p' -e 's/^Mems_allowed_list:[[:space:]]*/mems /p' \
    -e 's/^MemAvailable: *\([0-9]*\) kB$/available \1/p' -e 's/^pswp//p' -e 's/^cpu MHz[^0-9]*/mhz /p' \
    -e '/^processor[[:space:]]*: 0$/,/^flags/{' -e '/^flags.* hypervisor/s/.*/machine virtual/p' -e 's/^flags.*/machine physical/p' -e '}' \
    /proc/self/status /proc/meminfo /proc/vmstat /proc/cpuinfo >"$amd_arm/grants.tmp" 2>/dev/null
  amd_mhz=0 amd_in='' amd_swapped=''
  while read -r amd_key amd_value; do
    case $amd_key in
      cpus | mems | available) amd_tell "$amd_name.$amd_key" "$amd_value" ;;
      machine) amd_put machine "$amd_value" ;;
      in) amd_in=$amd_value ;;
      out) amd_swapped="$amd_in $amd_value " ;;
      mhz) [ "${amd_value%%.*}" -gt "${amd_mhz%%.*}" ] 2>/dev/null && amd_mhz=$amd_value ;;
    esac
  done <"$amd_arm/grants.tmp"
  [ "$amd_mhz" = 0 ] || amd_put "$amd_name.mhz" "$amd_mhz"
  amd_tell "$amd_name.swap_before" "$amd_swapped"
  amd_swapped_before=$amd_swapped
  # One digit, and then an end where a line should end.
  { read -r amd_value </proc/sys/vm/overcommit_memory; } 2>/dev/null
  amd_tell "$amd_name.overcommit" "${amd_value%%[!0-2]*}"
  amd_path=$amd_own_group amd_cpu='' amd_memory=''
  while :; do
    amd_limits=$amd_groups${amd_path%/}
    if [ -r "$amd_limits/cpu.max" ] && read -r amd_value <"$amd_limits/cpu.max"; then amd_cpu="$amd_cpu$amd_value;"; fi
    if [ -r "$amd_limits/memory.max" ] && read -r amd_value <"$amd_limits/memory.max"; then amd_memory="$amd_memory$amd_value;"; fi
    [ -n "${amd_path%/}" ] || break
    amd_path=${amd_path%/*}
  done
  amd_tell "$amd_name.cpu_limit" "$amd_cpu"
  amd_tell "$amd_name.memory_limit" "$amd_memory"
}

# Whether a command names a file.
amd_names_file() {
  set -f
  # shellcheck disable=SC2048
  for amd_word in $*; do
    case $amd_word in
      /*) [ ! -f "$amd_word" ] ;;
      *) [ ! -f "$amd_directory/$amd_word" ] ;;
    esac || {
      set +f
      return 0
    }
  done
  set +f
  return 1
}

# The files that a command names, with their digests; those over 4 MiB are data, and reading them would warm them.
amd_program() (
  cd -- "$amd_directory" 2>/dev/null || exit 0
  set -f
  amd_files=0
  # shellcheck disable=SC2048
  for amd_word in $*; do
    [ -f "$amd_word" ] && [ -r "$amd_word" ] && [ "$(wc -c <"$amd_word")" -le 4194304 ] || continue
    amd_files=$((amd_files + 1))
    [ "$amd_files" -le 8 ] || break
    printf '%s %s\n' "$amd_word" "$(sha256sum <"$amd_word")"
  done
)

# amd_fingerprint KEY FILES: one digest of them, from what amd_program says.
amd_fingerprint() {
  amd_sum=$(
    sha256sum <<EOF
$2
EOF
  )
  amd_put "$1" "${amd_sum%% *}"
}

# Seconds in which what an arm left behind may be read: what it did not use of its time limit, and three more. Nothing else bounds the
# digest of a file of many terabytes that holds nothing.
amd_left() {
  amd_clock
  amd_seconds=$((amd_until - amd_up))
  [ "$amd_seconds" -ge 1 ] || amd_seconds=1
  printf '%s' "$amd_seconds"
}

# amd_harness KEY LIST: one digest of the files that must stay as they are; one that is gone, or no plain file any more, is as good as
# another one. Nothing else is opened: a pipe would be waited for.
amd_harness() {
  # shellcheck disable=SC2016
  amd_plain='for amd_file; do if [ -f "$amd_file" ]; then printf "%s\0" "$amd_file"; fi; done'
  amd_sum=$(cd -- "$amd_directory" && xargs -0 -r sh -c "$amd_plain" sh <"$2" \
    | timeout "$(amd_left)" xargs -0 -r sha256sum -z -- 2>/dev/null | sha256sum) && amd_put "$amd_name.$1" "${amd_sum%% *}"
}

# Processes of other sessions that hold the streams of the arm open.
amd_release() {
  for amd_left in $(find /proc/[0-9]*/fd -type l -printf '%h %l\n' 2>/dev/null | grep -F " $amd_arm/std" | cut -d / -f 3); do
    read -r amd_stat <"/proc/$amd_left/stat" || continue
    # shellcheck disable=SC2086
    amd_words_4 ${amd_stat##*) }
    [ "$amd_word" = "$$" ] || kill -s KILL "$amd_left" 2>/dev/null
  done
}

# What the nodes of a job on several told, each in its folder.
amd_told() {
  amd_put "$amd_name.nodes" "$amd_nodes"
  amd_turn=0
  while [ "$amd_turn" -lt "$amd_nodes" ]; do
    { read -r amd_value <"$amd_arm/nodes/$amd_turn/told"; } 2>/dev/null && amd_put "$amd_name.node.$amd_turn" "$amd_value"
    while read -r amd_value; do
      case $amd_value in
        devices=* | samples=*) amd_put "$amd_name.node.$amd_turn.${amd_value%%=*}" "${amd_value#*=}" ;;
      esac
    done 2>/dev/null <"$amd_arm/nodes/$amd_turn/readings"
    amd_turn=$((amd_turn + 1))
  done
}
# A step whose srun was killed may still run on the other nodes, beside what comes next.
amd_end_steps() {
  for amd_step in $(squeue --noheader --steps --jobs="$SLURM_JOB_ID" --format=%i 2>/dev/null); do
    case $amd_step in
      *.*[!0-9]*) ;;
      *) scancel "$amd_step" ;;
    esac
  done
}

# Whether the command began on every node, or failed by itself on one: what srun could not start is no failure of the command.
amd_all_began() {
  set -- "$amd_arm/nodes"/[0-9]*
  [ "$#" -lt "$amd_nodes" ] || return 0
  for amd_value in "$@"; do
    { read -r amd_rest amd_turn amd_rest <"$amd_value/told"; } 2>/dev/null || continue
    [ "$amd_turn" = 0 ] || return 0
  done
  return 1
}
# Whether every node of this allocation still starts what it is told to: a node that is lost is noticed by Slurm only after minutes, and
# until then looks like an arm that failed or took too long.
amd_all_answer() {
  SLURM_OVERLAP=1 SLURM_GRES=none timeout 15 "$amd_srun" "--nodes=$amd_nodes" "--ntasks=$amd_nodes" --ntasks-per-node=1 --kill-on-bad-exit=1 \
    true </dev/null >/dev/null 2>&1
}

# amd_lower EXPORTS: caps the power of the accelerators of the next arm, by a process in a session of its own that sets the old limits again
# once nobody holds the pipe 9 open any more: by amd_raise, or because this script has ended in whatever way.
amd_lower() {
  [ -n "$amd_caps" ] || amd_caps=/var/tmp/amdahl-power-$(id -u)
  mkfifo "$amd_arm/cap.pipe.tmp" || amd_fail "the folder of arm $amd_name could not be made"
  exec 9<>"$amd_arm/cap.pipe.tmp"
  # Whoever ends the whole job asks first: what asks only this script is answered after the arm, with the limits as they were.
  trap : TERM
  # shellcheck disable=SC2086
  setsid sh "$amd_here/power.sh" cap "$amd_caps" "$amd_arm/cap.tmp" "$amd_arm/cap.pipe.tmp" "$$" "$amd_start" "$amd_accelerated" \
    "$(amd_allocated "$1")" $amd_cap </dev/null >/dev/null 2>&1 9>&- &
  amd_guard=$!
  until [ -e "$amd_arm/cap.tmp" ] || ! amd_is_guarded; do sleep 0.02; done
  amd_value=''
  { read -r amd_value <"$amd_arm/cap.tmp"; } 2>/dev/null
  [ "$amd_value" = ok ] || amd_fail "the power of arm $amd_name is not capped: ${amd_value:-what was to do it was killed}"
}
amd_is_guarded() {
  { read -r amd_stat <"/proc/$amd_guard/stat"; } 2>/dev/null || return 1
  case ${amd_stat##*) } in
    [ZX]*) return 1 ;;
  esac
}

# What ran under another limit than it was to is no measurement.
amd_raise() {
  amd_cap=''
  amd_is_guarded || amd_uncapped="the cap on power was lifted while arm $amd_name ran"
  exec 9>&-
  trap - TERM
  wait "$amd_guard"
  case $? in
    0) ;;
    3) amd_uncapped="somebody else set a limit of power while arm $amd_name ran" ;;
    *) sh "$amd_here/power.sh" restore "$amd_caps" "$$" "$amd_start" >/dev/null 2>&1 \
      || amd_uncapped="the limit of power could not be set back after arm $amd_name; what it was is in $amd_caps" ;;
  esac
}

# amd_run SECONDS BYTES SEED TRACED HASH EXPORTS COMMAND...
amd_run() {
  amd_limit=$1 amd_bytes=$2 amd_seed=$3 amd_traced=$4 amd_hash=$5 amd_exports=$6
  # shellcheck disable=SC2016
  amd_inner='if [ -e "$1/cgroup.tmp" ]; then read -r amd_cgroup <"$1/cgroup.tmp" && echo 0 >"$amd_cgroup/cgroup.procs"; fi
unset amd_cgroup
printf "%s\n" "$$" >"$1/command.pid"
export AMDAHL_RUN_DIR="$1/run" AMDAHL_METRICS="$1/metrics.json" AMDAHL_OUTPUT="$1/output" AMDAHL_SEED="$2" AMDAHL_STEPS="$1/steps.jsonl"
if [ "$3" = 1 ]; then export AMDAHL_TRACE="$1/trace.json"; fi
if [ -e "$1/switch.jsonl" ]; then export AMDAHL_SWITCH="$1/switch.jsonl"; fi
shift 3
'"$6"'
exec "$@"'
  shift 6
  [ -z "$amd_cap" ] || amd_lower "$amd_exports"
  amd_clock
  amd_until=$((amd_up + ${amd_limit%%.*} + 3))
  read -r amd_load amd_rest </proc/loadavg && amd_put "$amd_name.load" "$amd_load"
  amd_named=''
  if amd_names_file "$@"; then amd_named=$(amd_program "$@"); fi
  [ -z "$amd_named" ] || amd_fingerprint "$amd_name.program" "$amd_named"
  if [ -n "$amd_nodes" ]; then
    mkdir "$amd_arm/nodes" || amd_fail "the folder of arm $amd_name could not be made"
    if [ -n "${SLURM_JOB_ID-}" ]; then
      amd_srun=$(command -v srun) || amd_fail 'this node has no srun, which starts a job on several nodes'
      [ -z "$amd_container" ] || amd_place="--container-workdir=$amd_directory"
      # shellcheck disable=SC2086
      set -- "$amd_srun" "--nodes=$amd_nodes" "--ntasks=$amd_nodes" --ntasks-per-node=1 --kill-on-bad-exit=1 \
        ${SLURM_CPUS_PER_TASK:+"--cpus-per-task=$((SLURM_CPUS_PER_TASK * ${SLURM_NTASKS_PER_NODE:-1}))"} \
        $amd_container ${amd_place:+"$amd_place"} \
        sh "$amd_here/nodes.sh" one "$amd_arm" '' "$amd_nodes" "$amd_host" '' "$@"
    else
      set -- sh "$amd_here/nodes.sh" all "$amd_exports" "$amd_arm" 0 "$amd_nodes" "$amd_first" "$amd_host" "$@"
    fi
  fi
  amd_keep stdout "$amd_hash" &
  amd_out=$!
  amd_keep stderr '' &
  amd_err=$!
  amd_grants
  amd_contain
  amd_watch "$amd_exports"
  amd_note "$amd_name"
  (
    exec 9>&-
    cd -- "$amd_directory" || exit 1
    case $amd_exports in
      *'export AMDAHL_PREPARE='*)
        # shellcheck disable=SC2016
        timeout -k 5 "$amd_limit" sh -c "$amd_exports"'
sh -c "$AMDAHL_PREPARE"' </dev/null >"$amd_arm/prepare.log" 2>&1 || exit 3
        ;;
    esac
    exec 3>"$amd_arm/stdout.pipe.tmp" 4>"$amd_arm/stderr.pipe.tmp" 5<>"$amd_arm/clock.pipe.tmp" || exit 1
    amd_know /proc/[0-9]*
    times >"$amd_arm/times.before.tmp"
    read -r amd_stat </proc/self/stat
    { read -r amd_rest amd_read </proc/self/io; } 2>/dev/null
    amd_now
    amd_before=$amd_moment
    timeout -k 5 "$amd_limit" sh -c "$amd_inner" sh "$amd_arm" "$amd_seed" "$amd_traced" "$@" </dev/null >&3 2>&4 3>&- 4>&- 5>&- &
    amd_group=$!
    wait "$amd_group"
    amd_code=$?
    times >"$amd_arm/times.after.tmp"
    amd_now
    read -r amd_stat_after </proc/self/stat
    { read -r amd_rest amd_read_after </proc/self/io; } 2>/dev/null
    exec 3>&- 4>&- 5>&-
    if [ -n "$amd_nodes" ]; then
      [ "$amd_code" = 0 ] || [ -z "${SLURM_JOB_ID-}" ] || {
        amd_end_steps
        amd_all_began && amd_all_answer || : >"$amd_arm/lost.tmp"
      }
      set -- "$amd_arm/nodes"/[0-9]*
      [ -e "$1" ] || exit 1
      amd_told
    fi
    amd_put "$amd_name.stat_before" "${amd_stat##*) }"
    amd_put "$amd_name.stat_after" "${amd_stat_after##*) }"
    amd_put "$amd_name.before" "$amd_before"
    amd_put "$amd_name.after" "$amd_moment"
    amd_put "$amd_name.exit" "$amd_code"
    [ -z "$amd_read_after" ] || amd_put "$amd_name.read" "$((amd_read_after - amd_read))"
    { read -r amd_end <"$amd_arm/limit" && amd_put "$amd_name.sandbox_limit" "$amd_end"; } 2>/dev/null
    amd_sweep "$amd_group"
  )
  amd_code=$?
  amd_unwatch
  [ -z "$amd_cap" ] || amd_raise
  [ "$amd_code" -gt 128 ] || amd_note ''
  if [ "$amd_code" -gt 128 ]; then
    # The signal was meant for the whole job; why is for whoever sent it to tell.
    echo "arm $amd_name was ended from outside, with signal $((amd_code - 128))" >&2
    exit "$amd_code"
  fi
  [ -z "$amd_uncapped" ] || amd_fail "$amd_uncapped"
  if [ -e "$amd_arm/lost.tmp" ]; then amd_fail "a node was lost while arm $amd_name ran"; fi
  [ "$amd_code" != 3 ] || amd_fail "the preparation of arm $amd_name failed: $(tail -n 1 "$amd_arm/prepare.log" | cut -c 1-200)"
  [ "$amd_code" = 0 ] || amd_fail "arm $amd_name could not be started in $amd_directory${amd_nodes:+ on any of $amd_nodes nodes}"
  amd_turn=0
  until [ -e "$amd_arm/stdout.done.tmp" ] && [ -e "$amd_arm/stderr.done.tmp" ]; do
    amd_turn=$((amd_turn + 1))
    if [ "$amd_turn" = 25 ]; then
      amd_put "$amd_name.held" true
      amd_release
    elif [ "$amd_turn" -gt 250 ]; then
      kill -s KILL "$amd_out" "$amd_err" 2>/dev/null
      break
    fi
    if [ "$amd_turn" -lt 5 ]; then sleep 0.004; else sleep 0.02; fi
  done
  wait "$amd_out" "$amd_err" 2>/dev/null
  amd_clock
  [ "$amd_until" -ge "$((amd_up + 3))" ] || amd_until=$((amd_up + 3))
  for amd_file in before after; do
    { read -r amd_rest && read -r amd_value; } <"$amd_arm/times.$amd_file.tmp" && amd_put "$amd_name.times_$amd_file" "$amd_value"
  done
  amd_in='' amd_swapped=''
  # Below its heading, /proc/swaps names what can be swapped to: where there is nothing, nothing has been.
  if { read -r amd_rest && ! read -r amd_rest; } 2>/dev/null </proc/swaps; then
    amd_swapped=$amd_swapped_before
  fi
  while [ -z "$amd_swapped" ] && read -r amd_key amd_value; do
    case $amd_key in
      pswpin) amd_in=$amd_value ;;
      pswpout) amd_swapped="$amd_in $amd_value " ;;
    esac
  done 2>/dev/null </proc/vmstat
  amd_tell "$amd_name.swap_after" "$amd_swapped"
  if [ -n "$amd_named" ]; then
    amd_files=''
    while read -r amd_word amd_rest; do
      amd_files="$amd_files $amd_word"
    done <<EOF
$amd_named
EOF
    amd_fingerprint "$amd_name.program_after" "$(amd_program "$amd_files")"
  fi
  amd_whole=''
  [ ! -e "$amd_arm/stdout.whole.tmp" ] || amd_whole=1
}

# amd_is_cold HOST...: whether this, or of several nodes one, is none of the hosts that need no warm-up.
amd_is_cold() {
  amd_here_hosts=''
  [ -z "${SLURM_JOB_NODELIST-}" ] || [ -z "$amd_nodes" ] || [ "$amd_nodes" = 1 ] \
    || amd_here_hosts=$(scontrol show hostnames "$SLURM_JOB_NODELIST" 2>/dev/null)
  for amd_one in ${amd_here_hosts:-"$amd_host"}; do
    case " $* " in
      *" $amd_one "*) ;;
      *) return 0 ;;
    esac
  done
  return 1
}

# What warmed the host up is measured by nobody.
amd_discard() { rm -rf -- "$amd_arm"; }

# amd_take PATH: moves a declared file from the working directory into the arm's folder.
amd_take() {
  if [ -e "$amd_directory/$1" ] || [ -L "$amd_directory/$1" ]; then
    { mkdir -p -- "$(dirname -- "$amd_arm/run/$1")" && mv -f -- "$amd_directory/$1" "$amd_arm/run/$1"; } \
      || amd_fail "a declared file of arm $amd_name could not be moved into its folder"
  fi
}

# amd_digest INDEX PATH: of a regular file that can be read in time; - is the whole of standard output.
amd_digest() {
  if [ "$2" = - ]; then
    if [ -n "$amd_whole" ]; then
      amd_sum=$(sha256sum <"$amd_arm/stdout") || return 0
    else
      [ -s "$amd_arm/stdout.sha256.tmp" ] || return 0
      read -r amd_sum amd_rest <"$amd_arm/stdout.sha256.tmp"
    fi
  elif [ -f "$amd_arm/run/$2" ] && [ ! -L "$amd_arm/run/$2" ]; then
    amd_sum=$(timeout "$(amd_left)" sha256sum <"$amd_arm/run/$2") || {
      [ "$?" != 124 ] || amd_put "$amd_name.too_long.$1" "$(wc -c <"$amd_arm/run/$2")"
      return 0
    }
  else
    return 0
  fi
  amd_put "$amd_name.digest.$1" "${amd_sum%% *}"
}

# Digests of what lies under AMDAHL_OUTPUT: one by one, or one of the whole list where there are many.
amd_end() {
  if [ ! -d "$amd_arm/output" ] || [ -L "$amd_arm/output" ]; then
    return 0
  fi
  set -- "$amd_arm/output"/* "$amd_arm/output"/.[!.]* "$amd_arm/output"/..?*
  if [ "$#" = 3 ] && [ ! -e "$1" ] && [ ! -L "$1" ] && [ ! -e "$2" ] && [ ! -L "$2" ] && [ ! -e "$3" ] && [ ! -L "$3" ]; then
    amd_put "$amd_name.output" ''
    amd_put "$amd_name.files" 0
    return 0
  fi
  (cd -- "$amd_arm/output" && find . -type f -print0 | LC_ALL=C sort -z | timeout "$(amd_left)" xargs -0 -r sha256sum -z --) \
    >"$amd_arm/output.list"
  if [ "$?" = 124 ]; then
    amd_put "$amd_name.output_too_long" true
    rm -f "$amd_arm/output.list"
    return 0
  fi
  amd_files=$(tr -dc '\000' <"$amd_arm/output.list" | wc -c)
  amd_size=$(wc -c <"$amd_arm/output.list")
  if [ "$amd_files" -gt 1000 ] || [ "$amd_size" -gt 400000 ]; then
    amd_sum=$(sha256sum <"$amd_arm/output.list")
    amd_put "$amd_name.output_all" "${amd_sum%% *}"
  else
    amd_put "$amd_name.output" "$(base64 -w 0 <"$amd_arm/output.list")"
  fi
  amd_put "$amd_name.files" "$amd_files"
  rm -f "$amd_arm/output.list"
}

