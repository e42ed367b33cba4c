package dev.amdahl.core.testing.crash;

import dev.amdahl.core.internal.crash.FailPlan;
import dev.amdahl.core.internal.crash.FailPoint;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The process that dies: {@code FOLDER JOBS [PLAN]} runs the loop of that world until nothing is left to do. */
public final class CrashChild {
    private CrashChild() {}

    /** Ends by itself with 0, or as its fail points or its killer say. */
    public static void main(String[] arguments) {
        Consumer<FailPoint> plan = arguments.length > 2 ? FailPlan.parse(arguments[2]) : point -> {};
        new CrashWorld(Path.of(arguments[0]), CrashJobs.valueOf(arguments[1])).finishAcknowledging(plan);
    }
}
