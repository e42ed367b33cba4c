if ncu --version >/dev/null 2>&1; then
  exec ncu --csv --page raw --set basic --launch-skip 200 --launch-count 50 --target-processes all \
    --log-file "$AMDAHL_CAPTURES/ncu.csv" "$@"
fi
