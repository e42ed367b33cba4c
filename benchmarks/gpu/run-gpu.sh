#!/usr/bin/env bash
# What a device shows, in six steps of at most nine minutes, each with its own clock; what runs over it is stopped, and counts as missing.
#
#   bash benchmarks/gpu/run-gpu.sh 1|2|3|4|5|6|all
#
#   1  what is there, and the tests that need a device     4  benchmarks and counters, predictions beside them
#   2  compute-sanitizer over the resampling kernels       5  burn-in, ceilings, products of fewer multiplications
#   3  the kernel lab: each task against itself, the zoo   6  the tests that failed once more, and all figures in one table
#   all  a short form of every step, in nine minutes together
#
# Figures and logs are in .gpu/out; figures.json and the logs as one archive are in $OUT too, where that is set. Ends with 0, with 1 where something failed, with 2 where the call or the bundle is wrong, and
# with 69 where there is no device.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
readonly NO_DEVICE=69
here=benchmarks/gpu bundle=$PWD/.gpu
case ${1:-} in
  [1-6] | all) ;;
  *) echo "run-gpu.sh: say which step: 1 to 6, or all" >&2; exit 2 ;;
esac
if ! command -v nvidia-smi >/dev/null || ! nvidia-smi -L 2>/dev/null | grep -q .; then
  echo "run-gpu.sh: there is no device here (nvidia-smi lists none); step $1 was not run" >&2
  exit $NO_DEVICE
fi
if [ ! -d "$bundle/lib" ]; then
  echo "run-gpu.sh: there is no bundle in .gpu/; make it by 'bash $here/bundle.sh' where Maven is" >&2
  exit 2
fi
logs=$bundle/out
mkdir -p "$logs"
work=${TMPDIR:-/tmp}/amdahl-gpu
mkdir -p "$work"
java=$work/jre/bin/java
if [ -e "$bundle/jre.tar.xz" ] && [ ! -x "$java" ]; then
  tar -C "$work" -xJf "$bundle/jre.tar.xz" 2>/dev/null \
    || python3 -c 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])' "$bundle/jre.tar.xz" "$work"
fi
[ -x "$java" ] || java=$(command -v java) || { echo "run-gpu.sh: the bundle has no Java, and none is on PATH" >&2; exit 2; }
cp=
for folder in "$bundle"/classes/*/classes "$bundle"/classes/*/test-classes; do [ -d "$folder" ] && cp=$cp$folder:; done
cp="$cp$bundle/lib/*"
options=("-Djava.io.tmpdir=$work" -Damdahl.gpu.required=true "-Xmx${HEAP:-16g}")
for option in --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow; do
  "$java" "$option" -version >/dev/null 2>&1 && options+=("$option")
done
[ -z "${GPU_LIBS:-}" ] || options+=("-Damdahl.gpu.libs=$GPU_LIBS")

failed=0 ends=0 short=
begin() { ends=$((SECONDS + $2)); echo; echo "== step $1, at most $2 s"; }
# limited SECONDS LOG COMMAND...: not longer than that, nor than the step has left. What goes to standard error is beside the log.
limited() {
  local most=$1 log=$2 left=$((ends - SECONDS)) rc
  shift 2
  [ "$left" -lt "$most" ] && most=$left
  if [ "$most" -lt 5 ]; then
    echo "not run, the step's time is over: $log"
    failed=1
    return 124
  fi
  timeout -k 10 "$most" "$@" >"$logs/$log" 2>"$logs/$log.err"
  rc=$?
  if [ "$rc" -eq 124 ] || [ "$rc" -eq 137 ]; then echo "stopped after $most s: $log"; else echo "ended with $rc: $log"; fi
  if [ "$rc" -ne 0 ]; then
    failed=1
    cat "$logs/$log" "$logs/$log.err" | tail -n 5 | sed 's/^/    /'
  fi
  return "$rc"
}
run() { limited "$1" "$2" "$java" "${options[@]}" -cp "$cp" "${@:3}"; }
amdahl() { limited "$1" "$2" "$java" "${options[@]}" -cp "$cp" dev.amdahl.examples.cli.Main "${@:3}" --ledger "$work/ledger"; }
console=("${options[@]}" -cp "$cp:$bundle/junit-platform-console-standalone.jar" org.junit.platform.console.ConsoleLauncher execute --details tree
  --disable-banner --disable-ansi-colors --fail-if-no-tests --reports-dir "$logs/junit")
junit() { limited "$1" "$2" "$java" "${console[@]}" "${@:3}"; }
found() { command -v "$1" || find /usr/local/cuda*/bin /opt/nvidia -name "$1" -type f -perm -u+x 2>/dev/null | head -n 1; }

step1() {
  nvidia-smi -q -d CLOCK,PERFORMANCE,ECC,MEMORY >"$logs/nvidia-smi.txt" 2>&1
  limited 60 plugins.txt "$java" "${options[@]}" -cp "$cp" dev.amdahl.examples.cli.Main plugins
  junit "${short:-420}" tests.txt --scan-class-path "$bundle/classes/amdahl-gpu/test-classes" --include-tag gpu
}
step2() {
  local sanitizer tool tools=(memcheck racecheck)
  sanitizer=$(found compute-sanitizer)
  if [ -z "$sanitizer" ]; then
    echo "compute-sanitizer is not here: nothing was checked"
    failed=1
    return
  fi
  [ -n "$short" ] || tools+=(initcheck synccheck)
  for tool in "${tools[@]}"; do
    limited "${short:-130}" "sanitizer-$tool.txt" "$sanitizer" --tool "$tool" --target-processes all --error-exitcode 9 \
      "$java" "${console[@]}" --select-class dev.amdahl.gpu.resampling.ResamplingOnDeviceTest
  done
}
step3() {
  local zoo=amdahl-gpu/src/test/resources/dev/amdahl/gpu/kernel/zoo
  junit "${short:-240}" lab.txt --select-class dev.amdahl.gpu.kernel.KernelLabOnDeviceTest
  run "${short:-280}" zoo.txt dev.amdahl.benchmarks.gpu.KernelZoo jcuda 1 "$zoo/skips" "$zoo/cheats" "$zoo/honest"
}
# On the device alone: the twins of a processor would take all of the time.
step4() {
  local ncu counters jmh=(org.openjdk.jmh.Main -p backend=jcuda)
  run "${short:-240}" jmh.txt "${jmh[@]}" -p metrics=256,1000 -f 1 -wi 1 -i 3 -rf json -rff "$logs/jmh.json" \
    'Resampling.*\.(transform|independent|bootstrap|plainProduct)'
  ncu=$(found ncu)
  if [ -z "$ncu" ]; then
    echo "ncu is not here: no counter was read"
    failed=1
    return
  fi
  counters=gpu__time_duration.sum,$(python3 "$here/figures.py" --counters)
  limited "${short:-200}" counters.csv "$ncu" --csv --clock-control none --target-processes all -c 40 --metrics "$counters" \
    -k 'regex:countFlips|independentFlips|drawCounts|joinLimbs' "$java" "${options[@]}" -cp "$cp" "${jmh[@]}" \
    -p metrics=1000 -f 0 -wi 0 -i 1 'Resampling.*\.(transform|independent|bootstrap)'
}
step5() {
  local type soak=60 types=(fp32 tf32 bf16 fp64)
  if [ -n "$short" ]; then soak=15 types=(fp32); fi
  amdahl "${short:-150}" burnin.json burnin --backend jcuda --seconds "$soak" --json
  # All devices of the host at once, with the links between them.
  amdahl "${short:-60}" burnin-all.json burnin --all --backend jcuda --seconds 10 --json
  amdahl "${short:-80}" roofline.json roofline --backend jcuda --json
  for type in "${types[@]}"; do
    amdahl "${short:-70}" "bilinear-$type.json" bilinear 2x2x2 --backend jcuda --ab 8192 --type "$type" --seconds 5 --json
  done
}
step6() {
  local class classes=()
  while read -r class; do classes+=(--select-class "$class"); done < <(python3 "$here/figures.py" --failed "$logs")
  if [ -z "$short" ] && [ ${#classes[@]} -gt 0 ]; then junit 480 again.txt "${classes[@]}"; fi
}
step() {
  case $1 in
    1) step1 ;;
    2) step2 ;;
    3) step3 ;;
    4) step4 ;;
    5) step5 ;;
    6) step6 ;;
  esac
}
if [ "$1" = all ]; then
  most=(0 85 75 110 110 110 15)
  for number in 1 2 3 4 5 6; do
    begin "$number" "${most[$number]}"
    short=$((most[number] / 2))
    step "$number"
  done
else
  begin "$1" 530
  step "$1"
fi
python3 "$here/figures.py" "$logs" || failed=1
if [ -n "${OUT:-}" ]; then
  cp "$logs/figures.json" "$OUT/" && tar -C "$logs" -czf "$OUT/logs.tar.gz" .
fi
exit $failed
