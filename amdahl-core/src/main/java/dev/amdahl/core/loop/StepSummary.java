package dev.amdahl.core.loop;

import java.time.Duration;
import java.util.Optional;

/**
 * How a step went.
 *
 * @param step which one
 * @param elapsed by the loop's clock, at least zero
 * @param failure what ended it early, or the last that went wrong with one family in it
 */
public record StepSummary(Step step, Duration elapsed, Optional<Throwable> failure) {}
