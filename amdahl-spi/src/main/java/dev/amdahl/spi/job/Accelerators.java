package dev.amdahl.spi.job;

/**
 * The accelerators that a job holds while it runs.
 *
 * @param type the accelerator generation, lower case, such as {@code h200}
 * @param count how many, at least 1
 */
public record Accelerators(String type, int count) {
    public Accelerators {
        if (count < 1) {
            throw new IllegalArgumentException("accelerator count must be at least 1, was " + count);
        }
    }

    /** Returns whether it holds no accelerator at all: the type is {@code cpu} or {@code none}. */
    public boolean holdsNone() {
        return type.equals("cpu") || type.equals("none");
    }
}
