#!/bin/sh
# Runs one command where it can harm nobody: bubblewrap without a network or a home, an empty environment, bounded resources. In a
# build the working directory is the command's to write; to hold a command is the same with standard input. In a run it is not: the
# command works in the arm's fresh folder, in which everything of the working directory appears read-only. To read it gets only the
# files that it is shown, and its output is dropped.
# Its exit code is the command's, or 125 where the sandbox could not be made.
# Arguments: build, hold, run, read or probe; settings as name=value; --; the command. Needs bubblewrap, coreutils, findutils and
# util-linux.

PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
box_groups=''

box_fail() {
  printf 'amdahl sandbox: %s\n' "$1" >&2
  [ -z "$box_groups" ] || box_ungroup
  exit 125
}

# box_weigh PID: how many processes descend from it, itself included, and how many pages they hold for themselves.
box_weigh() {
  box_left=$1 box_count=0 box_pages=0
  while [ -n "$box_left" ]; do
    box_next=''
    for box_one in $box_left; do
      { read -r box_size box_held box_shared box_rest <"/proc/$box_one/statm"; } 2>/dev/null || continue
      box_count=$((box_count + 1))
      box_pages=$((box_pages + box_held - box_shared))
      for box_file in "/proc/$box_one/task/"*/children; do
        { read -r box_children <"$box_file"; } 2>/dev/null || [ -n "$box_children" ] || continue
        box_next="$box_next$box_children "
        box_children=''
      done
    done
    box_left=${box_next% }
  done
}

# Notes whether all the processes are there that there may be.
box_crowd() {
  [ "$box_count" -lt "$box_processes" ] || printf 'processes, at most %s\n' "$box_processes" >"$box_notes"
}

# watch PID FOLDER NOTES BYTES MEMORY PROCESSES: ends a sandbox that takes more of the disk or, where no control group counts it, of
# the memory. A quarter of a second apart, as each look costs the machine a millisecond.
if [ "$1" = watch ]; then
  box_pid=$2 box_folder=$3 box_notes=$4 box_disk=$5 box_memory=$6 box_processes=$7 box_children=''
  # shellcheck disable=SC2046
  set -- $(stat -f -c '%a %S %d' -- "$box_folder")
  box_free=$1 box_files=$3
  box_nap=''
  # What sleeps would outlive this shell, and be taken for work that the command left behind.
  trap 'kill -s KILL "$box_nap" 2>/dev/null; wait "$box_nap"; exit 0' TERM
  while
    sleep 0.25 &
    box_nap=$!
    wait "$box_nap" && kill -s 0 "$box_pid" 2>/dev/null
  do
    # shellcheck disable=SC2046
    set -- $(stat -f -c '%a %S %d' -- "$box_folder")
    if [ $(((box_free - $1) * $2)) -gt "$box_disk" ] || [ $((box_files - $3)) -gt 1000000 ]; then
      # shellcheck disable=SC2046
      set -- $(du -s -B1 -- "$box_folder" 2>/dev/null) $(du -s --inodes -- "$box_folder" 2>/dev/null)
      if [ "${1:-0}" -gt "$box_disk" ] || [ "${3:-0}" -gt 1000000 ]; then
        printf 'disk, at most %s bytes in a million files\n' "$box_disk" >"$box_notes"
        kill -s KILL "$box_pid"
      fi
    fi
    if [ "$box_memory" -gt 0 ]; then
      box_weigh "$box_pid"
      box_crowd
      # Each process has that limit too, and may fail of it between two looks.
      [ $((box_pages * 8192)) -lt "$box_memory" ] || printf 'memory, at most %s bytes\n' "$box_memory" >"$box_notes"
      [ $((box_pages * 4096)) -le "$box_memory" ] || kill -s KILL "$box_pid"
    fi
  done
  exit 0
fi

while read -r box_key box_uid box_rest; do
  [ "$box_key" != Uid: ] || break
done </proc/self/status
if [ "$box_uid" = 0 ] && [ "$1" != staged ]; then
  exec unshare --mount --propagation private -- sh "$0" staged "$@"
fi
[ "$1" != staged ] || shift

box_mode=$1 box_group='' box_memory='' box_processes='' box_bytes='' box_disk='' box_tmp='' box_notes=''
box_programs='' box_names='' box_reads='' box_open='' box_filter='' box_entries=0 box_most=1000 box_line='
'
shift
while [ "$#" -gt 0 ]; do
  box_value=${1#*=}
  case $1 in
    --) break ;;
    group=*) box_group=$box_value ;;
    memory=*) box_memory=$box_value ;;
    processes=*) box_processes=$box_value ;;
    file=*) box_bytes=$box_value ;;
    disk=*) box_disk=$box_value ;;
    tmp=*) box_tmp=$box_value ;;
    notes=*) box_notes=$box_value ;;
    filter=*) box_filter=$box_value ;;
    may=*) [ ! -e "$box_value" ] || box_reads="$box_reads$box_value$box_line" ;;
    path=*) box_programs="$box_programs$box_value:" ;;
    env=*) box_names="$box_names $box_value" ;;
    read=*) box_reads="$box_reads$box_value$box_line" ;;
    show=*)
      box_reads="$box_reads$box_value$box_line"
      if [ "$box_uid" = 0 ]; then chmod a+r -- "$box_value"; else chmod u+r -- "$box_value"; fi 2>/dev/null
      ;;
    open=*) box_open="$box_open$box_line$box_value$box_line" ;;
    *) box_fail "knows no setting $1" ;;
  esac
  shift
done
[ "$#" -gt 1 ] || box_fail 'was given no command'
shift
[ -r "$box_filter" ] || box_fail "finds no filter of system calls at $box_filter"
if [ "$box_memory" = half ]; then
  while read -r box_key box_value box_rest; do
    [ "$box_key" != MemTotal: ] || break
  done </proc/meminfo
  box_memory=$((box_value * 512))
fi
box_arm='' box_work=/work
box_own=${0%/*}/limit.$$
case $box_mode in
  build | hold | probe) box_folder=$PWD box_notes=$box_own ;;
  read) box_folder=/proc box_work=$PWD box_notes=$box_own ;;
  run) box_arm=${AMDAHL_METRICS%/*} box_folder=$AMDAHL_RUN_DIR box_notes=$box_arm/limit ;;
  *) box_fail "knows no mode $box_mode" ;;
esac
rm -f -- "$box_own"

# The control groups: of version 2 below or beside the own one, else of version 1; the probe finds out which there is.
box_v2() {
  while IFS=: read -r box_key box_rest box_path; do
    [ "$box_key" != 0 ] || break
  done </proc/self/cgroup
  for box_base in "/sys/fs/cgroup${box_path%/}" "/sys/fs/cgroup${box_path%/*}"; do
    box_made=$box_base/amdahl-$$
    { [ -e "$box_base/cgroup.controllers" ] && mkdir "$box_made"; } 2>/dev/null || continue
    if { echo "$box_memory" >"$box_made/memory.max" && echo "$box_processes" >"$box_made/pids.max"; } 2>/dev/null; then
      { echo 0 >"$box_made/memory.swap.max"; } 2>/dev/null
      box_groups=$box_made
      return 0
    fi
    rmdir "$box_made" 2>/dev/null
  done
  return 1
}
box_v1() {
  for box_kind in memory pids; do
    while IFS=: read -r box_key box_rest box_path; do
      [ "$box_rest" != "$box_kind" ] || break
    done </proc/self/cgroup
    box_base=/sys/fs/cgroup/$box_kind${box_path%/}
    [ -d "$box_base" ] || box_base=/sys/fs/cgroup/$box_kind
    box_groups="$box_groups $box_base/amdahl-$$"
  done
  # shellcheck disable=SC2086
  set -- $box_groups
  mkdir "$@" 2>/dev/null || return 1
  { echo "$box_memory" >"$1/memory.limit_in_bytes" && echo "$box_processes" >"$2/pids.max"; } 2>/dev/null || return 1
  { echo "$box_memory" >"$1/memory.memsw.limit_in_bytes"; } 2>/dev/null || return 0
}
box_ungroup() {
  for box_made in $box_groups; do
    box_turn=0
    until rmdir "$box_made" 2>/dev/null || [ ! -d "$box_made" ] || [ "$box_turn" = 40 ]; do
      box_turn=$((box_turn + 1))
      sleep 0.05
    done
  done
  box_groups=''
}
case $box_group in
  v2 | v1) "box_$box_group" || { box_ungroup && box_fail "cannot make a control group of version ${box_group#v} here"; } ;;
  find) if box_v2; then box_group=v2; elif box_ungroup && box_v1; then box_group=v1; else box_ungroup && box_group=none; fi ;;
esac

# Root gives its rights away; what the command may see is brought where nobody can reach it, for this process alone.
box_gates='/mnt /media /srv /opt /home '
box_gate() {
  while [ -n "$box_gates" ]; do
    box_gate=${box_gates%% *}
    box_gates=${box_gates#* }
    case "$box_line$PWD/$box_line$box_arm/$box_line$box_reads" in *"$box_line$box_gate/"*) continue ;; esac
    [ ! -d "$box_gate" ] || return 0
  done
  box_fail 'finds no folder to mount at: make /mnt'
}
box_tree=$PWD box_out=$box_arm
if [ "$box_uid" = 0 ] && [ "$box_mode" != read ]; then
  box_gate
  mount --bind "$PWD" "$box_gate" || box_fail 'cannot mount as root: run as another user, or with CAP_SYS_ADMIN'
  box_tree=$box_gate
  if [ -n "$box_arm" ]; then
    box_gate
    mount --bind "$box_arm" "$box_gate" || box_fail "cannot mount $box_arm"
    box_out=$box_gate
  fi
fi
if [ "$box_uid" = 0 ] && [ -n "$box_reads" ]; then
  box_gate
  mount -t tmpfs -o size=64k,mode=755 amdahl "$box_gate" || box_fail "cannot mount at $box_gate"
fi

# From the command outwards. What stands nearer to the command is mounted later.
if [ "$box_group" = none ]; then
  set -- "--data=$box_memory" -- "$@"
else
  set -- -- "$@"
fi
set -- --chdir "$box_work" --remount-ro / --remount-ro /dev --cap-drop ALL \
  prlimit "--nproc=$box_processes" "--fsize=$box_bytes" --nofile=4096 --core=0 "$@"
if [ "$box_mode" = run ]; then
  mkdir "$box_arm/box" || box_fail "the folder $box_arm cannot be written"
  if [ "$box_uid" = 0 ]; then
    case $(umask) in *[1357]) chmod o+x "$box_arm" ;; esac
    chown 65534:65534 "$box_arm/run" "$box_arm/output" "$box_arm/box" || box_fail "the folder $box_arm cannot be given away"
  fi
  # Bubblewrap takes 9,000 words: what is beyond is shown by links into the tree.
  box_more=$box_arm/more
  box_todo=/
  while [ -n "$box_todo" ]; do
    box_at=${box_todo%%"$box_line"*}
    box_todo=${box_todo#"$box_at"}
    box_todo=${box_todo#"$box_line"}
    for box_entry in "$box_tree$box_at"* "$box_tree$box_at".[!.]* "$box_tree$box_at"..?*; do
      box_name=${box_entry#"$box_tree"}
      case $box_open in *"$box_line${box_name#/}$box_line"*) box_opened=1 ;; *) box_opened='' ;; esac
      [ -L "$box_entry" ] || [ -e "$box_entry" ] || continue
      box_entries=$((box_entries + 1))
      if [ "$box_name" = /.git ]; then
        continue
      elif [ "$box_entries" -gt "$box_most" ] && [ -z "$box_opened" ]; then
        printf '/tree%s\0' "$box_name" >>"$box_more" || box_fail "the folder $box_arm cannot be written"
      elif [ -L "$box_entry" ]; then
        set -- --symlink "$(readlink -- "$box_entry")" "/work$box_name" "$@"
      elif [ -n "$box_opened" ] && [ -d "$box_entry" ]; then
        set -- --dir "/work$box_name" "$@"
        box_todo="$box_name/$box_line$box_todo"
      else
        set -- --ro-bind "$box_entry" "/work$box_name" "$@"
      fi
    done
    if [ -e "$box_more" ]; then
      mkdir -p "$box_arm/run$box_at" && xargs -0 -a "$box_more" ln -s -t "$box_arm/run$box_at" -- \
        || box_fail "the folder $box_arm cannot be written"
      [ "$box_uid" != 0 ] || chown 65534:65534 "$box_arm/run$box_at"
      rm -f -- "$box_more"
    fi
  done
  if [ "$box_entries" -gt "$box_most" ]; then
    [ ! -f "$box_tree/.git" ] || set -- --ro-bind /dev/null /tree/.git "$@"
    [ ! -d "$box_tree/.git" ] || set -- --tmpfs /tree/.git "$@"
    set -- --ro-bind "$box_tree" /tree "$@"
  fi
  for box_device in /dev/nvidia* /dev/dri /dev/kfd; do
    [ ! -e "$box_device" ] || set -- --dev-bind "$box_device" "$box_device" "$@"
  done
  set -- --bind "$box_out/run" /work --bind "$box_out/output" /output --bind "$box_out/box" /box "$@"
elif [ "$box_mode" = read ]; then
  set -- --dir "$PWD" "$@"
else
  [ "$box_uid" != 0 ] || chown -hR 65534:65534 . || box_fail "$PWD cannot be given away"
  [ ! -e .git ] || set -- --ro-bind /dev/null /work/.git "$@"
  set -- --bind "$box_tree" /work "$@"
fi
box_number=0
while [ -n "$box_reads" ]; do
  box_read=${box_reads%%"$box_line"*}
  box_reads=${box_reads#*"$box_line"}
  [ -e "$box_read" ] || box_fail "$box_read, which it shall show, is not there"
  box_from=$box_read
  if [ "$box_uid" = 0 ]; then
    box_number=$((box_number + 1))
    box_from=$box_gate/$box_number
    if [ -d "$box_read" ]; then mkdir "$box_from"; else : >"$box_from"; fi
    mount --bind "$box_read" "$box_from" || box_fail "cannot mount $box_read"
  fi
  set -- --ro-bind "$box_from" "$box_read" "$@"
done
for box_entry in /etc/java-* /etc/alternatives /etc/ld.so.cache; do
  [ ! -e "$box_entry" ] || set -- --ro-bind "$box_entry" "$box_entry" "$@"
done
for box_entry in /bin /sbin /lib /lib32 /lib64 /libx32; do
  if [ -L "$box_entry" ]; then
    set -- --symlink "usr$box_entry" "$box_entry" "$@"
  elif [ -d "$box_entry" ]; then
    set -- --ro-bind "$box_entry" "$box_entry" "$@"
  fi
done
set -- bwrap --unshare-all --unshare-user --uid 65534 --gid 65534 --disable-userns --as-pid-1 --die-with-parent --new-session --seccomp 9 \
  --ro-bind /usr /usr --proc /proc --dev /dev --perms 1777 --size 67108864 --tmpfs /dev/shm \
  --perms 1777 --size "$box_tmp" --tmpfs /tmp "$@"
[ "$box_mode" != run ] \
  || set -- AMDAHL_RUN_DIR=/work AMDAHL_OUTPUT=/output AMDAHL_METRICS=/box/metrics.json "AMDAHL_SEED=$AMDAHL_SEED" "$@"
for box_name in $box_names; do
  case $box_name in *[!A-Za-z0-9_]* | [0-9]*) box_fail "$box_name is not a name of a variable" ;; esac
  eval "[ -z \"\${$box_name+x}\" ] || set -- \"$box_name=\$$box_name\" \"\$@\""
done
set -- env -i "PATH=$box_programs/usr/local/bin:/usr/bin:/bin" HOME=/tmp TMPDIR=/tmp LANG=C.UTF-8 "$@"
[ "$box_uid" != 0 ] || set -- setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"

# From here on a signal ends the sandbox, and the rest still happens. A crowd may have kept the watch from its look.
box_stopped='' box_child=''
box_stop() {
  box_stopped=1
  if [ "$box_group" = none ]; then
    box_weigh "$box_child"
    box_crowd
  fi
  kill -s KILL "$box_child" 2>/dev/null
}
trap box_stop TERM INT HUP
# A shell gives what it starts in the background nothing to read.
exec 8</dev/null
[ "$box_mode" != hold ] || exec 8<&0
(
  read -r box_self box_rest </proc/self/stat
  for box_made in $box_groups; do
    echo "$box_self" >"$box_made/cgroup.procs" || exit 125
  done
  [ "$box_mode" != read ] || exec >/dev/null 2>&1
  exec "$@" 9<"$box_filter"
) <&8 8<&- &
box_child=$!
exec 8<&-
box_watched=0
[ "$box_group" != none ] || box_watched=$box_memory
env -i PATH=/usr/bin:/bin sh "$0" watch "$box_child" "$box_folder" "$box_notes" "$box_disk" "$box_watched" "$box_processes" \
  </dev/null >/dev/null 2>&1 &
box_watcher=$!
wait "$box_child"
box_code=$?
while kill -s 0 "$box_child" 2>/dev/null; do
  wait "$box_child"
  box_code=$?
done
kill -s TERM "$box_watcher" 2>/dev/null
wait "$box_watcher" 2>/dev/null

# Whether a limit had to do with a bad end, and which.
box_events() {
  while read -r box_key box_value box_rest; do
    [ "$box_key" != "$2" ] || [ "$box_value" = 0 ] || return 0
  done <"$1"
  return 1
}
box_limit=''
if [ "$box_code" != 0 ] || [ -n "$box_stopped" ]; then
  for box_made in $box_groups; do
    for box_event in oom_control:oom_kill events:oom_kill; do
      box_file=$box_made/memory.${box_event%:*}
      [ ! -r "$box_file" ] || ! box_events "$box_file" "${box_event#*:}" || box_limit="memory, at most $box_memory bytes"
    done
    [ ! -r "$box_made/pids.events" ] || ! box_events "$box_made/pids.events" max || box_limit="processes, at most $box_processes"
  done
  if [ -s "$box_notes" ]; then
    read -r box_limit <"$box_notes"
  fi
  [ -n "$box_limit" ] || [ -z "$box_stopped" ] || box_limit=time
fi
if [ -n "$box_limit" ]; then
  printf 'amdahl sandbox: out of %s\n' "$box_limit" >&2
  printf '%s\n' "$box_limit" >"$box_notes"
elif [ -e "$box_notes" ]; then
  rm -f -- "$box_notes"
fi
rm -f -- "$box_own"
box_ungroup

# What comes back can be read and removed by whoever runs this, gives nobody else its rights, and holds no links out of its folder and
# none of the names that only stood for the tree.
if [ "$box_mode" = run ]; then
  chmod -R u+rwX,a-s -- "$box_arm/run" "$box_arm/output" "$box_arm/box" 2>/dev/null
  find -P "$box_arm/run" "$box_arm/output" -type l -delete
  if [ -f "$box_arm/box/metrics.json" ] && [ ! -L "$box_arm/box/metrics.json" ]; then
    mv -f -- "$box_arm/box/metrics.json" "$AMDAHL_METRICS"
  fi
elif [ "$box_mode" != read ]; then
  chmod -R u+rwX,a-s . 2>/dev/null
  [ "$box_uid" != 0 ] || chown -hR 0:0 .
fi
[ "$box_mode" != probe ] || printf 'group=%s user=%s\n' "$box_group" "$box_uid"
exit "$box_code"
