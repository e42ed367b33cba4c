JAVA_TOOL_OPTIONS="${JAVA_TOOL_OPTIONS:+$JAVA_TOOL_OPTIONS }-XX:+IgnoreUnrecognizedVMOptions -Xlog:jfr+startup=error \
'-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=$AMDAHL_CAPTURES/jvm-%p.jfr'"
export JAVA_TOOL_OPTIONS
