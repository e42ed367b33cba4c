package dev.amdahl.spi.experiment;

import java.util.Locale;
import java.util.Optional;

/** The clock policy while an arm ran. No policy means unknown, which is not the same as locked. */
public enum ClockPolicy {
    /** Every clock that can be read was held by a setting. */
    LOCKED,
    /** At least one was not: the noise of this machine is larger than it looks. */
    UNLOCKED;

    /** Returns the policy that a record tells; empty if it tells none. */
    static Optional<ClockPolicy> of(ArmResult arm) {
        String recorded = arm.circumstances().getOrDefault(EnvironmentFact.CLOCKS, "");
        for (ClockPolicy policy : values()) {
            if (policy.text().equals(recorded)) {
                return Optional.of(policy);
            }
        }
        return Optional.empty();
    }

    /** As it stands in records: {@code locked} or {@code unlocked}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
