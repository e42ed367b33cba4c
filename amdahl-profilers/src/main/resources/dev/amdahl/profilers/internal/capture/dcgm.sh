if dcgmi discovery -l >/dev/null 2>&1; then
  (
    stdbuf -oL dcgmi dmon -e 1001,1002,1004,1005,150,100,252,250,155 -d 1000 >"$AMDAHL_CAPTURES/dcgm.txt" &
    amd_watcher=$!
    while kill -0 $$; do sleep 0.2; done
    kill "$amd_watcher"
  ) >/dev/null 2>&1 </dev/null &
fi
