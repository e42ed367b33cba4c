# What an arm's accelerators are and do, for trial.sh and for nodes.sh, which say by amd_put where it is written.

# The accelerators that this allocation, or an arm by its own environment, was given: what nvidia-smi selects by, empty for all it sees.
amd_allocated() (
  eval "$1"
  for amd_ids in "${CUDA_VISIBLE_DEVICES-}" "${SLURM_STEP_GPUS-}" "${SLURM_JOB_GPUS-}" "${NVIDIA_VISIBLE_DEVICES-}"; do
    case $amd_ids in
      '' | all | void | none | -1) ;;
      *)
        printf '%s' "$amd_ids"
        break
        ;;
    esac
  done
)

# amd_smi LIMIT FIELDS OPTION...: one line per accelerator that was allocated.
amd_smi() {
  amd_wait=$1 amd_fields=$2
  shift 2
  [ -z "$amd_ids" ] || set -- -i "$amd_ids" "$@"
  # shellcheck disable=SC2086
  exec $amd_wait nvidia-smi --format=csv,noheader,nounits --query-gpu="$amd_fields" "$@" 2>/dev/null
}

# Reads lines of accelerators until it is told to end, then records what they come to. Of each field only what is a number counts.
amd_sum() {
  exec 9>&-
  amd_clocks=0 amd_mhz=0 amd_worked=0 amd_worked_mhz=0 amd_hottest='' amd_told=0 amd_capped=0 amd_throttled=0 amd_held=0
  amd_powers=0 amd_watts=0 amd_uses=0 amd_busy=' ' amd_lines=0
  trap 'amd_sums; exit' TERM
  while IFS=, read -r amd_clock amd_heat amd_reasons amd_skip amd_skip amd_id amd_skip amd_use amd_skip amd_skip amd_power; do
    amd_lines=$((amd_lines + 1)) amd_use=${amd_use# } amd_heat=${amd_heat# } amd_power=${amd_power# } amd_works=''
    case ${amd_use%.*} in
      '' | *[!0-9]*) ;;
      0) amd_uses=1 ;;
      *)
        amd_uses=1 amd_works=1
        case $amd_busy in
          *" ${amd_id# } "*) ;;
          *) amd_busy="$amd_busy${amd_id# } " ;;
        esac
        ;;
    esac
    case $amd_clock in
      '' | *[!0-9]*) ;;
      *)
        amd_clocks=$((amd_clocks + 1)) amd_mhz=$((amd_mhz + amd_clock))
        [ -z "$amd_works" ] || amd_worked=$((amd_worked + 1)) amd_worked_mhz=$((amd_worked_mhz + amd_clock))
        ;;
    esac
    case $amd_heat in
      '' | *[!0-9]*) ;;
      *) [ "$amd_heat" -le "${amd_hottest:-0}" ] || amd_hottest=$amd_heat ;;
    esac
    amd_reasons=${amd_reasons# }
    case ${amd_reasons#0x} in
      "$amd_reasons" | '' | *[!0-9a-fA-F]*) ;;
      *)
        amd_told=$((amd_told + 1))
        # Software power cap; hardware slowdown, software and hardware thermal slowdown, power brake; a clock that a setting holds.
        [ $((amd_reasons & 0x4)) = 0 ] || amd_capped=$((amd_capped + 1))
        [ $((amd_reasons & 0xe8)) = 0 ] || amd_throttled=$((amd_throttled + 1))
        [ $((amd_reasons & 0x2)) = 0 ] || amd_held=$((amd_held + 1))
        ;;
    esac
    case ${amd_power%.*} in
      '' | *[!0-9]*) ;;
      *) amd_powers=$((amd_powers + 1)) amd_watts=$((amd_watts + ${amd_power%.*})) ;;
    esac
  done
  amd_sums
}

amd_sums() {
  [ "$amd_lines" != 0 ] || return 0
  # shellcheck disable=SC2086
  set -- $amd_busy
  amd_busy=$#
  [ "$amd_uses" = 1 ] || amd_busy=-
  amd_put "${amd_name:+$amd_name.}samples" "$amd_lines $amd_clocks $amd_mhz $amd_worked $amd_worked_mhz ${amd_hottest:--} $amd_told $amd_capped $amd_throttled $amd_held $amd_powers $amd_watts $amd_busy"
}

# Twice a second for as long as the arm runs; a call that ends is made again.
amd_stream() {
  exec 9>&-
  trap 'kill "$amd_call" 2>/dev/null; exit' TERM
  while :; do
    (amd_smi '' "$amd_devices" -lms 500) &
    amd_call=$!
    wait "$amd_call"
    sleep 0.5 &
    amd_call=$!
    wait "$amd_call"
  done
}

# amd_watch EXPORTS: what the accelerators are, and from now on what they do. Only for a request that asks for accelerators.
amd_watch() {
  amd_streamer=''
  [ -n "$amd_accelerated" ] && command -v nvidia-smi >/dev/null 2>&1 || return 0
  amd_ids=$(amd_allocated "$1")
  amd_devices=clocks.sm,temperature.gpu,clocks_throttle_reasons.active,driver_version
  amd_more=$amd_devices,name,uuid,power.limit,utilization.gpu,clocks.applications.graphics,clocks.max.graphics,power.draw
  if amd_seen=$(amd_smi 'timeout 10' "$amd_more"); then
    amd_devices=$amd_more
  else
    amd_seen=$(amd_smi 'timeout 10' "$amd_devices") || return 0
  fi
  amd_put "${amd_name:+$amd_name.}devices" "$(printf '%s\n' "$amd_seen" | head -n 64 | base64 -w 0)"
  mkfifo "$amd_arm/devices.pipe.tmp" || return 0
  amd_sum <"$amd_arm/devices.pipe.tmp" &
  amd_summer=$!
  amd_stream >"$amd_arm/devices.pipe.tmp" &
  amd_streamer=$!
}

amd_unwatch() {
  [ -n "$amd_streamer" ] || return 0
  kill "$amd_summer" "$amd_streamer" 2>/dev/null
  wait "$amd_summer" "$amd_streamer" 2>/dev/null
}
