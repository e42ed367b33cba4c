#!/bin/sh
# image.sh [FOLDER]: makes FOLDER/amdahl, an application image with a Java of its own, of the amdahl.jar that was built; default target/image.
# Needs a JDK of 17 or newer with its jmods: JAVA_HOME, or the one on PATH.
set -eu
here=$(cd "$(dirname -- "$0")/../../.." && pwd)
to=${1:-$here/target/image}
jar=$here/target/amdahl.jar
[ -r "$jar" ] || { echo "image: $jar is missing; build it by: mvn package -DskipTests" >&2; exit 2; }
[ ! -e "$to/amdahl" ] || { echo "image: $to/amdahl is there already; remove it, or name another folder" >&2; exit 2; }
[ -z "${JAVA_HOME-}" ] || PATH=$JAVA_HOME/bin:$PATH
for tool in jdeps jlink jpackage; do
  command -v "$tool" >/dev/null || { echo "image: no $tool was found; name a JDK of 17 or newer by JAVA_HOME" >&2; exit 2; }
done
mkdir -p "$to"
draft=$(mktemp -d)
trap 'rm -rf "$draft"' EXIT

# What the jar names, and what it only asks services for: elliptic curves for TLS, folders in jars.
modules=$(jdeps --print-module-deps --ignore-missing-deps --multi-release 17 "$jar"),jdk.crypto.ec,jdk.zipfs
jlink --add-modules "$modules" --strip-java-debug-attributes --no-man-pages --no-header-files --output "$draft/runtime"
"$draft/runtime/bin/java" -Xshare:dump >/dev/null
mkdir "$draft/input"
cp "$jar" "$draft/input"
jpackage --type app-image --name amdahl --vendor 'Amdahl Loop' --runtime-image "$draft/runtime" --input "$draft/input" --main-jar amdahl.jar \
  --java-options '-XX:+UseSerialGC -XX:TieredStopAtLevel=1' --dest "$to"
