package dev.amdahl.spi.profiler;

/**
 * A place in code and the seconds spent there.
 *
 * @param frame the frame's text: untrusted
 * @param seconds exclusive seconds
 */
public record HotFrame(String frame, double seconds) {}
