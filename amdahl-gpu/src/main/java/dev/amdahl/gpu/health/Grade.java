package dev.amdahl.gpu.health;

/** What a burn-in says of a device, better ones first. */
public enum Grade {
    /** Nothing was found. */
    OK,
    /** It computes rightly, but slower than it should, or not all was examined. */
    WARN,
    /** It must not be used: it computes wrongly, loses memory, hangs or is lost. */
    FAIL
}
