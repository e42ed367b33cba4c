package dev.amdahl.core.loop;

import java.time.Duration;
import java.util.Optional;

/**
 * The summary of a step.
 *
 * @param step which one
 * @param elapsed by the loop's clock, at least zero
 * @param failure what ended it early, or the last that went wrong with one family in it
 */
public record StepSummary(Step step, Duration elapsed, Optional<Throwable> failure) {}
