package dev.amdahl.core.internal.simulation;

import java.util.SplittableRandom;

/** Independent generators by place, so that nothing drawn depends on what else was drawn, or on threads. */
final class Seeds {
    private Seeds() {}

    /** Returns a seed for one place. */
    static long of(long seed, long... place) {
        long hash = mix(seed + 0x9E3779B97F4A7C15L);
        for (long part : place) {
            hash = mix(hash ^ (part + 0x9E3779B97F4A7C15L) * 0xD1B54A32D192ED03L);
        }
        return hash;
    }

    static SplittableRandom at(long seed, long... place) {
        return new SplittableRandom(of(seed, place));
    }

    /** Returns the finaliser of splitmix64 (Steele, Lea and Flood 2014). */
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
