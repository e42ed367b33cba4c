package dev.amdahl.core.internal.fleet;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Instants as microseconds since 1970. */
public final class Micros {
    private Micros() {}

    /** What is below a microsecond is cut off. */
    public static long of(Instant at) {
        return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000L), at.getNano() / 1000);
    }

    /** Returns the instant. */
    public static Instant at(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
