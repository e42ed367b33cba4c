if nvidia-smi -L >/dev/null 2>&1; then
  (
    stdbuf -oL nvidia-smi dmon -s pucvm -d 1 -o DT >"$AMDAHL_CAPTURES/dmon.txt" &
    amd_watcher=$!
    while kill -0 $$; do sleep 0.2; done
    kill "$amd_watcher"
  ) >/dev/null 2>&1 </dev/null &
fi
