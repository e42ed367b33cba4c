#!/usr/bin/env bash
# Packs what a bare CUDA machine lacks, a Java runtime and the project with its jars, into the folder .gpu/ of the project (not for git), to be
# copied there with the sources. JCuda's natives travel as they came: the library makes them fit CUDA 12 or 13 on the machine itself, in the
# processes that it starts too.
#
#   bash benchmarks/gpu/bundle.sh [--no-build] [--no-jre]        then there: bash benchmarks/gpu/run-gpu.sh all
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=1 jre=1
for option in "$@"; do
  case $option in
    --no-build) build=0 ;;
    --no-jre) jre=0 ;;
    *) echo "bundle.sh: unknown option $option; it takes --no-build and --no-jre" >&2; exit 2 ;;
  esac
done
[ "$(uname -m)" = x86_64 ] || { echo "bundle.sh: needs an x86-64 JDK: devices are there" >&2; exit 2; }
jdk=${GPU_JDK:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
read -ra mvn <<<"${MVN:-mvn -B}"
out=$PWD/.gpu
mkdir -p "$out"
printf '*\n' >"$out/.gitignore"

# What the project does not load there weighs most.
heavy='duckdb|archunit|json-schema-validator|chromium|jmh-generator'
if [ "$build" = 1 ]; then "${mvn[@]}" -q -pl amdahl-gpu,benchmarks,amdahl-examples -am package -DskipTests -Pfast -Dspotless.check.skip=true; fi
rm -rf "${out:?}/lib" "${out:?}/classes"
mkdir -p "$out/lib" "$out/classes"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A file for each module: they are built side by side, and each would write the whole of a common one.
"${mvn[@]}" -q -pl amdahl-gpu,benchmarks,amdahl-examples -am compile test-compile -Pfast -Dspotless.check.skip=true dependency:build-classpath \
  -DincludeScope=test -Dmdep.outputFile=target/bundle.classpath -Dmdep.outputAbsoluteArtifactFilename=true
awk 1 ./*/target/bundle.classpath | tr ':' '\n' | sort -u | while read -r jar; do
  case $jar in
    '' | "$PWD"/* | */target/* | */junit-platform*) continue ;;
  esac
  [[ ${jar##*/} =~ $heavy ]] || cp "$jar" "$out/lib/"
done
for module in amdahl-spi amdahl-core amdahl-profilers amdahl-llm amdahl-gpu amdahl-examples benchmarks; do
  mkdir -p "$out/classes/$module"
  cp -r "$module/target/classes" "$out/classes/$module/"
done
cp -r amdahl-gpu/target/test-classes "$out/classes/amdahl-gpu/"
"${mvn[@]}" -q dependency:copy -Dartifact=org.junit.platform:junit-platform-console-standalone:"${JUNIT_CONSOLE:-1.14.2}" \
  -DoutputDirectory="$out" -Dmdep.stripVersion=true -Dmdep.useBaseVersion=true

# A small runtime: modules that are not compressed travel lightest inside of an xz archive.
if [ "$jre" = 1 ] && [ "$(cat "$out/jre.stamp" 2>/dev/null)" != "$jdk" ]; then
  modules=java.base,java.logging,java.sql,java.xml,java.naming,java.management,java.net.http,java.compiler,java.desktop,java.instrument,java.scripting,jdk.unsupported,jdk.management,jdk.jfr,jdk.zipfs,jdk.net,jdk.httpserver,jdk.attach,jdk.crypto.ec
  "$jdk/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages --output "$work/jre"
  tar -C "$work" -cf - jre | xz -T2 -3 >"$out/jre.tar.xz"
  echo "$jdk" >"$out/jre.stamp"
fi
du -sm "$out" | awk '{ print ".gpu holds " $1 " MiB" }'
