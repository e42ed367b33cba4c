package dev.amdahl.spi.job;

import java.time.LocalDate;
import java.util.Optional;

/**
 * Sums over the runs of one family that ended on one day.
 *
 * @param ended the day, UTC; empty for the runs that have not ended
 * @param sums over those runs
 */
public record FamilyDay(Optional<LocalDate> ended, FamilySums sums) {}
