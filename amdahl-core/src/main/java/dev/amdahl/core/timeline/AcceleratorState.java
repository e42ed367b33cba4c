package dev.amdahl.core.timeline;

/** What an accelerator did in a window of time. */
public enum AcceleratorState {
    IDLE,
    LOW,
    HIGH
}
