#!/bin/sh
# runtime.sh JAR FOLDER: makes FOLDER, a Java that has what the jar needs and no more. Needs a JDK of 17 or newer with its jmods: JAVA_HOME, or on PATH.
set -eu
jar=$1 to=$2
[ -z "${JAVA_HOME-}" ] || PATH=$JAVA_HOME/bin:$PATH
[ -r "$jar" ] || { echo "runtime: $jar is missing; build it by: mvn package -DskipTests" >&2; exit 2; }
for tool in jdeps jlink; do
  command -v "$tool" >/dev/null || { echo "runtime: no $tool was found; set JAVA_HOME to a JDK of 17 or newer" >&2; exit 2; }
done

# What the jar names, and what it only asks services for: elliptic curves for TLS, file systems in jars.
modules=$(jdeps --print-module-deps --ignore-missing-deps --multi-release 17 "$jar"),jdk.crypto.ec,jdk.zipfs
jlink --add-modules "$modules" --strip-java-debug-attributes --no-man-pages --no-header-files --output "$to"
"$to/bin/java" -XX:+UseSerialGC -Xshare:dump >/dev/null
