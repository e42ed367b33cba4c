package dev.amdahl.core.internal.timeline;

/** What an accelerator did in a window of time. */
public enum AcceleratorState {
    /** Nothing. */
    IDLE,
    /** Something, below what it could. */
    LOW,
    /** Useful work at speed. */
    HIGH
}
