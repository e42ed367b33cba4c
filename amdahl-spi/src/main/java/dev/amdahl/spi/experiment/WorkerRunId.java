package dev.amdahl.spi.experiment;

/** A scheduler's name for one submitted run. */
public record WorkerRunId(String value) {
    @Override
    public String toString() {
        return value;
    }
}
