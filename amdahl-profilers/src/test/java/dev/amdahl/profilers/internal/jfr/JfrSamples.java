package dev.amdahl.profilers.internal.jfr;

/** Recordings that tests read. */
final class JfrSamples {
    private static final int LONG = 4;
    private static final int INT = 5;
    private static final int TEXT = 6;
    private static final int THREAD = 7;
    private static final int CLASS = 8;
    private static final int SYMBOL = 9;
    private static final int METHOD = 10;
    private static final int FRAME = 11;
    private static final int STACK = 12;
    private static final int FLAG = 13;
    private static final int REAL = 14;

    private JfrSamples() {}

    /** Ten seconds: three samples, a park, a pause, a read, load and switches. */
    static byte[] rich() {
        TinyRecording file = base().type(
                        21, "jdk.ThreadPark", "startTime:4", "duration:4", "*eventThread:7", "*parkedClass:8")
                .type(23, "jdk.CPULoad", "startTime:4", "jvmUser:14", "jvmSystem:14", "machineTotal:14")
                .type(24, "jdk.GCPhasePause", "startTime:4", "duration:4", "name:6")
                .type(25, "jdk.ThreadContextSwitchRate", "startTime:4", "switchRate:14")
                .type(26, "jdk.CPUInformation", "startTime:4", "hwThreads:5")
                .type(27, "jdk.FileRead", "startTime:4", "duration:4", "*eventThread:7", "bytesRead:4");
        file.event(21, 5_000_000_000L, e -> e.number(2_000_000_000L).number(1).number(1));
        file.event(24, 1_000_000_000L, e -> e.number(500_000_000L).text("G1"));
        file.event(23, 1, e -> e.real(.25f).real(.125f).real(.5f));
        file.event(25, 2, e -> e.real(8000f));
        file.event(26, 3, e -> e.number(4));
        file.event(27, 4_000_000_000L, e -> e.number(250_000_000L).number(1).number(4096));
        return sampled(file).bytes(10_000_000_000L);
    }

    /** As little as holds a figure. */
    static byte[] small() {
        return new TinyRecording()
                .type(LONG, "long")
                .type(REAL, "float")
                .type(23, "jdk.CPULoad", "startTime:4", "jvmUser:14", "jvmSystem:14")
                .event(23, 1, e -> e.real(.25f).real(.125f))
                .bytes(10_000_000_000L);
    }

    private static TinyRecording base() {
        return new TinyRecording()
                .type(LONG, "long")
                .type(INT, "int")
                .type(TEXT, "java.lang.String")
                .type(FLAG, "boolean")
                .type(REAL, "float")
                .type(THREAD, "java.lang.Thread", "osName:6", "osThreadId:4", "javaName:6", "javaThreadId:4")
                .type(CLASS, "java.lang.Class", "*name:9")
                .type(SYMBOL, "jdk.types.Symbol", "string:6")
                .type(METHOD, "jdk.types.Method", "*type:8", "*name:9", "*descriptor:9", "modifiers:5", "hidden:13")
                .type(FRAME, "jdk.types.StackFrame", "*method:10", "lineNumber:5", "bytecodeIndex:5")
                .type(STACK, "jdk.types.StackTrace", "truncated:13", "+frames:11")
                .type(20, "jdk.ExecutionSample", "startTime:4", "*sampledThread:7", "*stackTrace:12")
                .type(22, "jdk.ActiveSetting", "startTime:4", "id:4", "name:6", "value:6");
    }

    private static TinyRecording sampled(TinyRecording file) {
        for (int i = 0; i < 3; i++) {
            file.event(20, 1000 + i, e -> e.number(1).number(1));
        }
        file.event(22, 0, e -> e.number(20).text("period").text("20 ms"));
        file.pool(THREAD, 1).number(1).text("os").number(99).text("loader").number(7);
        file.pool(SYMBOL, 3)
                .number(1)
                .text("a/B")
                .number(2)
                .text("parseLine")
                .number(3)
                .text("()V");
        file.pool(CLASS, 1).number(1).number(1);
        file.pool(METHOD, 1).number(1).number(1).number(2).number(3).number(1).number(0);
        file.pool(STACK, 1).number(1).number(0).number(1).number(1).number(42).number(5);
        return file;
    }
}
