#!/bin/sh
# twice.sh [OPTIONS OF MAVEN]: builds what is committed two times, in other folders, time zones, languages and umasks, and says what of a release differs. Minutes.
# An umask must let others read: jars hold the modes of files, and Maven takes no more from them than the right to write.
# With another JDK or Maven the bytes are others: the class files are javac's.
set -eu
repository=$(git -C "$(dirname -- "$0")" rev-parse --show-toplevel)
draft=$(mktemp -d)
trap 'rm -rf "$draft"' EXIT

# built FOLDER UMASK ZONE LANGUAGE OPTIONS
built() (
  umask "$2"
  git clone --quiet "$repository" "$draft/$1"
  cd "$draft/$1"
  export TZ="$3" LC_ALL="$4"
  shift 4
  mvn -q -B -ntp -Prelease package -DskipTests -pl amdahl-examples -am "$@"
)
sums=amdahl-examples/target/release/SHA256SUMS
built one 022 UTC C.UTF-8 "$@"
built two/folders/deeper 002 Asia/Tokyo C "$@"
if diff "$draft/one/$sums" "$draft/two/folders/deeper/$sums"; then
  cat "$draft/one/$sums"
  echo 'twice: all of it is equal byte for byte'
else
  echo 'twice: these differ' >&2
  exit 1
fi
