#!/bin/sh
# The loop over this library's own hot paths, until nothing is left to try. What is given here goes to 'loop': --cycles 5, --models models.yaml.
set -e
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/benchmarks/target/self
java -cp "$root/benchmarks/target/benchmarks.jar" dev.amdahl.benchmarks.loop.SelfJobs "$root" "$here"
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "$root/amdahl-examples/target/amdahl.jar" \
  loop --jobs "$here/jobs.yaml" --ledger "$here/ledger" "$@"
