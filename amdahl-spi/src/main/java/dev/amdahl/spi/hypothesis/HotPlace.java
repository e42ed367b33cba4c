package dev.amdahl.spi.hypothesis;

/**
 * A line of a job's source at which evidence runs spent time.
 *
 * @param file relative to the root of the source, with {@code /} between folders
 * @param line from 1
 * @param function the function around it; empty text where it is not known
 * @param seconds how long, over all threads of a run
 */
public record HotPlace(String file, int line, String function, double seconds) {}
