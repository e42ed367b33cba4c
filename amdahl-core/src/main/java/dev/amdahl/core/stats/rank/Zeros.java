package dev.amdahl.core.stats.rank;

/** The treatment of zero differences in a signed-rank test. */
public enum Zeros {
    /** They are dropped before ranking (Wilcoxon 1945; R's wilcox.test). */
    WILCOX,
    /** They are ranked with the rest, and their ranks are then dropped (Pratt 1959). */
    PRATT
}
