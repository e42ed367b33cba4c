package dev.amdahl.core.observe;

import java.time.Duration;
import java.util.Optional;

/**
 * How a step went. Immutable.
 *
 * @param step which one
 * @param elapsed by the loop's clock, at least zero
 * @param failure what ended it early; the cycle ends by it too
 */
public record StepSummary(Step step, Duration elapsed, Optional<Throwable> failure) {}
