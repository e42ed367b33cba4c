case ${1##*/} in
  python* | java) ;;
  *)
    if perf record -q -F 99 -g -o /dev/null true >/dev/null 2>&1; then
      perf record -q -F 99 -g -o "$AMDAHL_CAPTURES/.perf" -- "$@"
      amd_code=$?
      perf script --header -i "$AMDAHL_CAPTURES/.perf" 2>/dev/null | head -c 268435456 >"$AMDAHL_CAPTURES/perf.txt"
      rm -f "$AMDAHL_CAPTURES/.perf"
      exit "$amd_code"
    fi
    ;;
esac
