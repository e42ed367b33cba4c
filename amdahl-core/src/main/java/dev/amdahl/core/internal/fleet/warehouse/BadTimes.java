package dev.amdahl.core.internal.fleet.warehouse;

import dev.amdahl.core.internal.fleet.Columns;
import dev.amdahl.core.internal.fleet.Micros;
import dev.amdahl.core.internal.fleet.TimeFormat;

/** Words for instants that cannot be. */
final class BadTimes {
    private static final double FAR = 4e18;

    private BadTimes() {}

    static String words(double micros) {
        return Math.abs(micros) < FAR ? Micros.at(Math.round(micros)).toString() : "beyond any date";
    }

    /** Returns what to do about a row submitted then. */
    static String remedy(double micros, Columns columns) {
        boolean isPlausible = micros >= TimeFormat.EARLIEST && micros <= TimeFormat.LATEST;
        return columns.time()
                .filter(time -> time.isNumber() && time != TimeFormat.SECONDS && !isPlausible)
                .map(time -> time.remedy(micros / time.micros()))
                .orElse("fix it, or leave such rows out with --skip-bad-rows");
    }
}
