case ${1##*/} in
  python*)
    if py-spy record --duration 1 --format raw --output /dev/null -- "$1" -c pass >/dev/null 2>&1; then
      unset AMDAHL_STACKS
      py-spy record --rate 100 --nonblocking --subprocesses --format raw --output "$AMDAHL_CAPTURES/.stacks" -- "$@"
      amd_code=$?
      [ ! -s "$AMDAHL_CAPTURES/.stacks" ] || {
        echo '# frequency: 100'
        cat "$AMDAHL_CAPTURES/.stacks"
      } >"$AMDAHL_CAPTURES/stacks.folded"
      exit "$amd_code"
    fi
    ;;
esac
