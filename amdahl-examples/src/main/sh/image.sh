#!/bin/sh
# image.sh [FOLDER]: makes FOLDER/amdahl, an application image with a Java of its own, of the amdahl.jar that was built; default target/image.
# Needs a JDK of 17 or newer with its jmods: JAVA_HOME, or on PATH.
set -eu
sh=$(cd "$(dirname -- "$0")" && pwd)
built=$sh/../../../target
to=${1:-$built/image}
[ -z "${JAVA_HOME-}" ] || PATH=$JAVA_HOME/bin:$PATH
[ ! -e "$to/amdahl" ] || { echo "image: $to/amdahl exists already; remove it, or name another folder" >&2; exit 2; }
command -v jpackage >/dev/null || { echo "image: no jpackage was found; set JAVA_HOME to a JDK of 17 or newer" >&2; exit 2; }

draft=$(mktemp -d)
trap 'rm -rf "$draft"' EXIT
sh "$sh/runtime.sh" "$built/amdahl.jar" "$draft/runtime"
mkdir -p "$draft/input" "$to"
cp "$built/amdahl.jar" "$draft/input"
jpackage --type app-image --name amdahl --vendor 'Amdahl Loop' --runtime-image "$draft/runtime" --input "$draft/input" --main-jar amdahl.jar \
  --java-options '-XX:+UseSerialGC -XX:TieredStopAtLevel=1' --dest "$to"
