package dev.amdahl.core.internal.ledger.calls;

import dev.amdahl.core.ledger.CallPolicy;
import java.time.Instant;

/** Ids of calls: one that no event before has, and until when its process may still come back to it. */
public enum CallIds {
    /** A cycle's: whoever holds the lease after it knows that nobody waits any more. */
    OF_A_CYCLE,
    /** Of a process that gives the lease back while it waits. */
    BETWEEN_CYCLES;

    private static final String CYCLE = "call-";
    private static final String BETWEEN = "between-";
    private static final int SPARE = 3;

    /** Returns the id of a call that is about to be set aside. */
    String next(CallContext desk, CallPolicy policy) {
        long place = desk.view().events() + 1;
        return this == OF_A_CYCLE
                ? CYCLE + place
                : BETWEEN + place + "-"
                        + desk.now().plus(policy.each().multipliedBy(SPARE)).getEpochSecond();
    }

    /** Returns whether nobody waits for a call any more. */
    public static boolean isGivenUp(String id, Instant now) {
        if (!id.startsWith(BETWEEN)) {
            return true;
        }
        try {
            return now.getEpochSecond() > Long.parseLong(id.substring(id.lastIndexOf('-') + 1));
        } catch (NumberFormatException e) {
            return true;
        }
    }
}
