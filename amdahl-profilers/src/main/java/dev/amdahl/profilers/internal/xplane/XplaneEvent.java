package dev.amdahl.profilers.internal.xplane;

/** One event as it was written. Not thread-safe. */
final class XplaneEvent {
    private static final long LATEST = 4_102_444_800_000_000_000L;
    private static final long LONGEST = Long.MAX_VALUE / 4;

    String name = "";
    long origin;
    long offset;
    long duration;
    long correlation = -1;
    boolean isStep;
    String operation = "";
    boolean isCopy;

    void add(XplaneDocument.Stat stat) {
        switch (stat.name) {
            case "correlation_id" -> correlation = Math.max(-1, stat.number);
            case "step_num" -> isStep = true;
            case "hlo_op" -> operation = stat.text;
            case "memcpy_details", "memset_details" -> isCopy = true;
            default -> {}
        }
    }

    boolean isSound() {
        return origin >= 0
                && origin < LATEST
                && offset >= 0
                && offset < LONGEST
                && duration >= 0
                && duration < LONGEST
                && end() < LATEST;
    }

    long start() {
        return origin + offset / 1000;
    }

    long end() {
        return origin + (offset + duration) / 1000;
    }
}
