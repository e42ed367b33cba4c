#!/bin/sh
# A command on several nodes at once. Each tells in a folder of its own, nodes/NUMBER below that of the arm, when the command started and
# ended there, by its own clocks, and with what. The first node writes where a job of one node does; the others leave the end of what they
# printed in their folders, their metrics, steps and trace, and what their accelerators did. One that fails ends them all.
#   nodes.sh one         ARM NUMBER NODES FIRST HOST COMMAND...   on this node; srun tells the number and the host itself
#   nodes.sh all EXPORTS ARM NUMBER NODES FIRST HOST COMMAND...   here, and by a file on the others, which see the same volume

amd_mode=$1
shift

amd_now() {
  read -r amd_up0 amd_rest </proc/uptime
  amd_ns=$(date +%s%N)
  read -r amd_up1 amd_rest </proc/uptime
  amd_moment="$amd_ns $amd_up0 $amd_up1"
}

# The first node is watched from outside; the command does not wait for it on the others.
amd_put() { printf '%s\n' "$1=$2" >>"$amd_node/readings"; }
amd_observe() {
  exec >/dev/null 2>&1
  amd_arm=$amd_node amd_name='' amd_streamer=''
  trap 'amd_unwatch; exit' TERM
  amd_watch ''
  wait
}

if [ "$amd_mode" = one ]; then
  export AMDAHL_NODE="${2:-$SLURM_NODEID}" AMDAHL_NODES="$3" AMDAHL_NODE_0="$4"
  amd_node=$1/nodes/$AMDAHL_NODE amd_host=${5:-$SLURMD_NODENAME} amd_tail=''
  mkdir "$amd_node" || exit 125
  shift 5
  if [ "$AMDAHL_NODE" != 0 ]; then
    { ln -s ../../run ../../output "$amd_node" && mkfifo "$amd_node/pipe"; } || exit 125
    export AMDAHL_METRICS="$amd_node/metrics.json" AMDAHL_STEPS="$amd_node/steps.jsonl"
    [ -z "${AMDAHL_TRACE-}" ] || export AMDAHL_TRACE="$amd_node/trace.json"
    tail -c 65536 <"$amd_node/pipe" >"$amd_node/printed" &
    amd_tail=$!
    exec >"$amd_node/pipe" 2>&1
    rm -f "$amd_node/pipe"
  fi
  amd_watcher=''
  if [ "$AMDAHL_NODE" != 0 ] && [ -n "$amd_accelerated" ]; then
    amd_observe &
    amd_watcher=$!
  fi
  amd_now
  amd_before=$amd_moment
  "$@"
  amd_code=$?
  amd_now
  times >"$amd_node/times"
  { read -r amd_rest && read -r amd_rest; } <"$amd_node/times"
  rm -f "$amd_node/times"
  echo "${amd_host:-$(uname -n)} $amd_code $amd_before $amd_moment $amd_rest" >"$amd_node/told.tmp"
  mv "$amd_node/told.tmp" "$amd_node/told"
  exec >/dev/null 2>&1
  [ -z "$amd_watcher" ] || { kill "$amd_watcher" && wait "$amd_watcher"; }
  [ -z "$amd_tail" ] || wait "$amd_tail"
  exit "$amd_code"
fi

amd_exports=$1
shift
amd_folder=$1/nodes amd_left=$3 amd_worst=0
amd_quote() {
  amd_value=$(printf '%s.' "$1" | sed "s/'/'\\\\''/g")
  printf "'%s'" "${amd_value%.}"
}
{
  for amd_name in RUN_DIR METRICS OUTPUT SEED STEPS TRACE SWITCH; do
    eval "amd_value=\${AMDAHL_$amd_name-}"
    [ -z "$amd_value" ] || echo "export AMDAHL_$amd_name=$(amd_quote "$amd_value")"
  done
  printf '%s\ncd %s || exit 125\nexec sh %s one %s "$1" %s %s "$2"' "$amd_exports" "$(amd_quote "$PWD")" "$(amd_quote "$0")" \
    "$(amd_quote "$1")" "$(amd_quote "$3")" "$(amd_quote "$4")"
  amd_turn=0
  for amd_word in "$@"; do
    amd_turn=$((amd_turn + 1))
    [ "$amd_turn" -le 5 ] || printf ' %s' "$(amd_quote "$amd_word")"
  done
  echo
} >"$amd_folder/go.tmp"
mv "$amd_folder/go.tmp" "$amd_folder/go"

sh "$0" one "$@" &
amd_child=$!
amd_stop() {
  : >"$amd_folder/stop"
  kill -s TERM "$amd_child" 2>/dev/null
}
trap 'amd_stop; exit 143' TERM
amd_nodes=$3
while [ "$amd_left" -gt 0 ] && [ ! -e "$amd_folder/stop" ]; do
  sleep 0.1
  amd_left=$amd_nodes
  for amd_told in "$amd_folder"/*/told; do
    { read -r amd_host amd_code amd_rest <"$amd_told"; } 2>/dev/null || continue
    amd_left=$((amd_left - 1))
    [ "$amd_code" = 0 ] || [ -e "$amd_folder/stop" ] || { amd_worst=$amd_code && amd_stop; }
  done
done
exit "$amd_worst"
