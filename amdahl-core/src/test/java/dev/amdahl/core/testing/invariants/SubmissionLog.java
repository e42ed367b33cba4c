package dev.amdahl.core.testing.invariants;

import java.util.Map;

/** The scheduler's own account of what it started: the oracle of "nothing runs twice". */
@FunctionalInterface
public interface SubmissionLog {

    /** How many runs were started under each key. */
    Map<String, Integer> started();
}
