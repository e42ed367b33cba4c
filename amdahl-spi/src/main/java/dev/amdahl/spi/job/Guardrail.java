package dev.amdahl.spi.job;

/**
 * A figure that a change must not worsen by more than its margin.
 *
 * @param name unique within the job
 * @param source where it is read
 * @param lowerIsBetter the direction
 * @param margin allowed worsening as a fraction, 0 or more
 */
public record Guardrail(String name, ValueSource source, boolean lowerIsBetter, double margin) {
    public Guardrail {
        if (!(margin >= 0)) {
            throw new IllegalArgumentException("guardrail margin must be >= 0, was " + margin);
        }
    }
}
