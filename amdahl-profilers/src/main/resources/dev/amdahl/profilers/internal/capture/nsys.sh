if nsys --version >/dev/null 2>&1; then
  nsys profile --trace cuda,nvtx,osrt --sample none --export sqlite --output "$AMDAHL_CAPTURES/.nsys" "$@"
  amd_code=$?
  [ ! -e "$AMDAHL_CAPTURES/.nsys.sqlite" ] || mv "$AMDAHL_CAPTURES/.nsys.sqlite" "$AMDAHL_CAPTURES/nsys.sqlite"
  rm -f "$AMDAHL_CAPTURES"/.nsys.*
  exit "$amd_code"
fi
