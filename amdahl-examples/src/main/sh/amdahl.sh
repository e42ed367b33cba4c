#!/bin/sh
# The command line in one file: this text, and the jar behind it. Needs a Java of at least 17, which it looks for itself.
# AMDAHL_JAVA_OPTS is given to that Java. What starting costs is kept from the first time on, below the user's cache.
amd_version='amdahl @version@'
if [ $# = 1 ]; then
  case $1 in
    -V | --version)
      echo "$amd_version"
      exit 0
      ;;
  esac
fi
amd_self=$(readlink -f -- "$0" 2>/dev/null) || amd_self=$0

# amd_number HOME: the first number of a Java's version, by its file 'release', or by asking it.
amd_number() {
  amd_line=
  if [ -r "$1/release" ]; then
    while read -r amd_line; do
      case $amd_line in JAVA_VERSION=*) break ;; esac
    done <"$1/release"
  fi
  case $amd_line in
    JAVA_VERSION=*) amd_line=${amd_line#*\"} ;;
    *)
      amd_line=$("$1/bin/java" -version 2>&1)
      amd_line=${amd_line#*\"}
      ;;
  esac
  amd_line=${amd_line%%\"*}
  amd_number=${amd_line%%[!0-9]*}
}
amd_java=
# amd_try HOME: takes it if it is new enough.
amd_try() {
  [ -z "$amd_java" ] && [ -x "$1/bin/java" ] || return 0
  amd_number "$1"
  if [ "${amd_number:-0}" -ge 17 ] 2>/dev/null; then
    amd_java=$1
  fi
}
[ -z "${JAVA_HOME-}" ] || amd_try "$JAVA_HOME"
amd_found=$(command -v java 2>/dev/null) && amd_found=$(readlink -f -- "$amd_found" 2>/dev/null) && amd_try "${amd_found%/bin/java}"
for amd_home in "$HOME"/.sdkman/candidates/java/current /usr/lib/jvm/* /opt/java/* /opt/jdk* /usr/java/* \
  /Library/Java/JavaVirtualMachines/*/Contents/Home; do
  amd_try "$amd_home"
done
if [ -z "$amd_java" ]; then
  echo 'amdahl: no Java 17 or newer was found; install one, or set JAVA_HOME' >&2
  exit 2
fi

# Short commands spend more on compiling well than they win by it, and ab must not compile beside what it measures.
amd_options=-XX:TieredStopAtLevel=1
# amd_add FILE: adds the bytes of text that a trace may have; compressed ones have at least ten times as many as the file.
amd_add() {
  [ -f "$1" ] && amd_bytes=$(wc -c 2>/dev/null <"$1") || return 0
  case $1 in *.gz) amd_bytes=$((${amd_bytes:-0} * 10)) ;; esac
  amd_text=$((amd_text + ${amd_bytes:-0}))
}
case ${1-} in
  simulate | serve | loop | quickstart | kernel | bilinear | roofline | burnin | goodput | scan) amd_options= ;;
  trace)
    amd_text=0
    for amd_word; do
      amd_word=${amd_word#--rank-dir=}
      if [ -d "$amd_word" ]; then
        for amd_file in "$amd_word"/*.json "$amd_word"/*.json.gz; do amd_add "$amd_file"; done
      else
        amd_add "$amd_word"
      fi
    done
    # Below 1 GB it compiles loops soon, above well: docs/performance.md has the figures.
    if [ "$amd_text" -lt 1000000000 ]; then
      amd_options='-XX:TieredStopAtLevel=1 -XX:Tier3BackEdgeThreshold=6000 -Xmn24m'
    else
      amd_options=
    fi
    ;;
esac

# The archive of loaded classes, made once for this file and this Java; without a folder for it everything works, and starts slower.
amd_cache=${XDG_CACHE_HOME:-${HOME-}/.cache}/amdahl
amd_stamp=$(stat -L -c '%s-%Y' -- "$amd_self" 2>/dev/null || stat -L -f '%z-%m' "$amd_self" 2>/dev/null)
amd_archive=$amd_cache/$amd_stamp-$(printf '%s %s' "$amd_java" "$amd_line" | cksum | tr ' ' -).jsa
if [ ! -e "$amd_archive" ] && [ -n "$amd_stamp" ] && mkdir -p "$amd_cache" 2>/dev/null && [ -w "$amd_cache" ]; then
  [ ! -t 2 ] || echo 'amdahl: preparing for this Java, once' >&2
  rm -f "$amd_cache"/[0-9]*.jsa
  amd_draft=$amd_archive.$$
  if mkdir "$amd_draft.d" 2>/dev/null && "$amd_java/bin/java" -XX:ArchiveClassesAtExit="$amd_draft" -XX:+UseSerialGC \
    -XX:TieredStopAtLevel=1 -cp "$amd_self" dev.amdahl.examples.cli.Rehearsal "$amd_draft.d" </dev/null >/dev/null 2>&1; then :; fi
  # An empty file keeps a Java that cannot do it from being asked each time.
  if [ -s "$amd_draft" ]; then mv -f "$amd_draft" "$amd_archive"; else : >"$amd_archive"; fi 2>/dev/null
  rm -rf "$amd_draft" "$amd_draft.d"
fi
if [ -s "$amd_archive" ]; then
  amd_options="$amd_options -XX:SharedArchiveFile=$amd_archive -Xshare:auto"
  case $amd_archive in *' '*) amd_options=${amd_options%% -XX:Shared*} ;; esac
fi
# shellcheck disable=SC2086
exec "$amd_java/bin/java" -XX:+UseSerialGC -XX:-UsePerfData $amd_options ${AMDAHL_JAVA_OPTS-} -jar "$amd_self" "$@"
exit 1
