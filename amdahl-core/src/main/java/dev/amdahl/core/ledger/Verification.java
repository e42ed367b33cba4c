package dev.amdahl.core.ledger;

import java.util.List;
import java.util.OptionalLong;

/**
 * The result of a full check.
 *
 * @param isOk whether all of it is as it was written
 * @param events how many events there are
 * @param head the hash of the last one
 * @param firstBad the first event that is not as it was written; if all are, the one that made the first wrong state row
 * @param problems each thing found, in order; at most a few dozen
 */
public record Verification(boolean isOk, long events, String head, OptionalLong firstBad, List<String> problems) {
    public Verification {
        problems = List.copyOf(problems);
    }
}
