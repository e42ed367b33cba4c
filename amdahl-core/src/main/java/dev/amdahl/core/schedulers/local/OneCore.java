package dev.amdahl.core.schedulers.local;

/** Why nothing is measured on a single core: the command and all that watches it would share it. */
final class OneCore {
    static final String REASON = "one core: a measurement needs a core that nothing else runs on";
    static final String REMEDY = "give this process at least two cores, or use another scheduler";

    private OneCore() {}
}
