package dev.amdahl.core.testing.simulation;

/** What a planted lever really does; the simulation knows it, the loop has to find it out. */
enum Truth {
    HELPS(.6),
    NOTHING(1),
    HURTS(1.6),
    CHEATS(.5),
    FAILS(1);

    private final double factor;

    Truth(double factor) {
        this.factor = factor;
    }

    /** What it does to the seconds of an arm. */
    double factor() {
        return factor;
    }
}
