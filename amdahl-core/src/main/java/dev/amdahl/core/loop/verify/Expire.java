package dev.amdahl.core.loop.verify;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.Cycle;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/** Ends what has waited for too long: policy says how long a hypothesis may wait, and a win for its promotion. Stateless. */
public final class Expire {

    /** Hypotheses that wait for an experiment, for evidence or for a lever. */
    public void run(Cycle cycle) {
        Instant now = cycle.now();
        Duration most = cycle.policy().memory().waiting();
        for (Dossier dossier :
                cycle.inState(HypothesisState.PROPOSED, HypothesisState.NEEDS_EVIDENCE, HypothesisState.NEEDS_LEVER)) {
            if (dossier.movedAt().plus(most).isBefore(now)) {
                cycle.decide(
                        dossier,
                        HypothesisState.EXPIRED,
                        "not measured",
                        "waited as " + dossier.state() + " for "
                                + Duration.between(dossier.movedAt(), now).toDays() + " days, more than the "
                                + most.toDays() + " that policy allows: " + dossier.reason());
            }
        }
    }

    /** Why what was shown is too old to act on now; empty if it is not. */
    static Optional<String> age(Cycle cycle, Dossier win) {
        Instant newest = cycle.view().runsOf(win.id()).stream()
                .filter(run -> run.result().isPresent())
                .map(Run::intendedAt)
                .max(Comparator.naturalOrder())
                .orElse(win.proposedAt());
        Duration age = Duration.between(newest, cycle.now());
        Duration most = cycle.policy().memory().confirmation();
        return age.compareTo(most) > 0
                ? Optional.of("its newest trial is " + age.toDays() + " days old, more than the " + most.toDays()
                        + " that policy allows")
                : Optional.empty();
    }
}
