if [ "$(id -u)" = 0 ] && bpftrace -q -e 'BEGIN { exit(); }' >/dev/null 2>&1; then
  bpftrace -q -f json -o "$AMDAHL_CAPTURES/bpf.json" -e '
    tracepoint:sched:sched_wakeup, tracepoint:sched:sched_wakeup_new { @woken[args->pid] = nsecs; }
    tracepoint:sched:sched_switch {
      if (args->prev_state == 0) { @woken[args->prev_pid] = nsecs; }
      $since = @woken[args->next_pid];
      if ($since) { @run_queue_wait_usecs = hist((nsecs - $since) / 1000); }
      delete(@woken[args->next_pid]);
    }
    tracepoint:block:block_rq_issue { @issued[args->dev, args->sector] = nsecs; }
    tracepoint:block:block_rq_complete {
      $since = @issued[args->dev, args->sector];
      if ($since) { @block_io_usecs = hist((nsecs - $since) / 1000); }
      delete(@issued[args->dev, args->sector]);
    }
    END { clear(@woken); clear(@issued); }' >/dev/null 2>&1 </dev/null &
  amd_watcher=$!
  "$@"
  amd_code=$?
  kill -s TERM "$amd_watcher"
  amd_tries=50
  while [ "$amd_tries" -gt 0 ] && kill -0 "$amd_watcher" 2>/dev/null; do
    sleep 0.1
    amd_tries=$((amd_tries - 1))
  done
  kill -s KILL "$amd_watcher" 2>/dev/null
  exit "$amd_code"
fi
