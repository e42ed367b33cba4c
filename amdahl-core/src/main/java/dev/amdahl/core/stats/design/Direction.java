package dev.amdahl.core.stats.design;

/** The direction of evidence where d = log(variant/baseline) and smaller is better. */
public enum Direction {
    /** The variant is better: d below zero. */
    WIN(-1),
    /** The variant is worse: d above zero. */
    LOSS(1);

    private final int sign;

    Direction(int sign) {
        this.sign = sign;
    }

    double towards(double d) {
        return sign * d;
    }
}
