package dev.amdahl.core.functional;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/** A clock that dies for good at a given look: what asks it, and every ledger write does, gets no further. */
final class MortalClock extends Clock {
    private final Clock alive;
    private int looks;

    MortalClock(Clock alive, int looks) {
        this.alive = alive;
        this.looks = looks;
    }

    /** What a killed process throws. */
    static final class Killed extends VirtualMachineError {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public ZoneId getZone() {
        return alive.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public Instant instant() {
        if (looks-- <= 0) {
            throw new Killed();
        }
        return alive.instant();
    }
}
