amd_hook="$AMDAHL_CAPTURES/.python"
if mkdir -p "$amd_hook" && cat >"$amd_hook/sitecustomize.py" <<'END_OF_HOOK'; then
@SITECUSTOMIZE@
END_OF_HOOK
  PYTHONPATH="$amd_hook${PYTHONPATH:+:$PYTHONPATH}"
  AMDAHL_STACKS="$AMDAHL_CAPTURES/stacks.folded"
  export PYTHONPATH AMDAHL_STACKS
fi
