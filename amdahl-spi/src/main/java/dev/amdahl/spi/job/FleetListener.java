package dev.amdahl.spi.job;

/** Is told what ran in a fleet, and what the reader of it should know. Not thread-safe. */
public interface FleetListener {
    /** One run. */
    void run(FleetJob job);

    /** Something about the whole, such as what was left out; a line that was said before may come again. */
    default void note(String line) {}

    /** A row that cannot be used, and why. */
    default void reject(String why) {}
}
