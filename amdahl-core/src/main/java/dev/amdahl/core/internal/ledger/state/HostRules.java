package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.HostHealth;

/** What burn-ins change: where trials must not run. */
final class HostRules {
    private HostRules() {}

    /** The newest examination of a device counts. */
    static void examined(StateBuilder draft, Entry.HostExamined entry) {
        HostHealth health = entry.health();
        HypothesisRules.require(entry.subject().equals(health.place()), entry, "is about " + health.place());
        HypothesisRules.require(
                health.grade() == HostHealth.Grade.OK || !health.reasons().isEmpty(), entry, "does not say why");
        draft.examined(health);
    }

    /** The newest verdict of a cluster counts. */
    static void judged(StateBuilder draft, Entry.ClusterJudged entry) {
        String cluster = entry.verdict().cluster();
        HypothesisRules.require(entry.subject().equals(cluster), entry, "is about " + cluster);
        draft.judged(entry.verdict());
    }
}
