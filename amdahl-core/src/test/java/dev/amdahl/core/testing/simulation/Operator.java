package dev.amdahl.core.testing.simulation;

import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.List;
import java.util.Optional;

/** Who edits the job file while experiments run: takes a family out, puts it back, and changes policy. Not thread-safe. */
final class Operator {
    private static final int MAX_STEPS_AWAY = 6;
    private static final double FOR_GOOD = .3;

    private final PlantedFleet fleet;
    private final Dice dice;
    private LoopPolicy policy;
    private Budget budget;
    private Optional<JobSpec> away = Optional.empty();
    private int stepsAway;

    Operator(PlantedFleet fleet, Dice dice, LoopPolicy policy, Budget budget) {
        this.fleet = fleet;
        this.dice = dice;
        this.policy = policy;
        this.budget = budget;
    }

    /** The jobs that are declared now. */
    List<JobSpec> jobs() {
        return fleet.jobs().stream()
                .filter(job -> !away.equals(Optional.of(job)))
                .toList();
    }

    LoopPolicy policy() {
        return policy;
    }

    Budget budget() {
        return budget;
    }

    /** A step of the world; whether the file was edited, so that the loops are started again. */
    boolean step() {
        boolean isBack = away.isPresent() && --stepsAway == 0;
        if (isBack) {
            away = Optional.empty();
        }
        boolean isGone = away.isEmpty() && dice.strikes(Fault.FAMILY_GONE);
        if (isGone) {
            away = Optional.of(fleet.jobs().get(dice.below(fleet.jobs().size())));
            stepsAway = dice.chance(FOR_GOOD) ? Integer.MAX_VALUE : 1 + dice.below(MAX_STEPS_AWAY);
        }
        boolean isEdited = dice.strikes(Fault.POLICY_EDITED);
        if (isEdited) {
            policy = policy.toBuilder()
                    .evidence(policy.evidence()
                            .withCaps(3 + dice.below(4), 3 + dice.below(4))
                            .withMinimumEffect(.01 * (1 + dice.below(8))))
                    .maxOpenPerFamily(1 + dice.below(2))
                    .build();
            budget = budget.withExperimentsInFlight(1 + dice.below(4));
        }
        return isBack || isGone || isEdited;
    }
}
