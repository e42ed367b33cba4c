package dev.amdahl.core.internal.report.trace;

/**
 * A strip as the page draws it.
 *
 * @param strip what
 * @param height of a row, in pixels
 * @param isJoined whether it belongs to the strip above it
 */
record RenderedStrip(Strip strip, int height, boolean isJoined) {}
