package dev.amdahl.core.testing.simulation;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;

/** A model that proposes every lever again and again: reworded, reordered, with junk between, or not at all. Not thread-safe. */
final class WaveringAdvisor implements Advisor {
    private final Dice dice;

    WaveringAdvisor(Dice dice) {
        this.dice = dice;
    }

    @Override
    public List<Proposal> propose(Briefing briefing) {
        if (dice.strikes(Fault.ADVISOR_TIMES_OUT)) {
            throw new AmdahlException(ErrorCategory.TRANSIENT, "the model did not answer in time");
        }
        if (dice.strikes(Fault.ADVISOR_REFUSES)) {
            return List.of();
        }
        boolean isReordered = dice.strikes(Fault.ADVISOR_REORDERS);
        List<Proposal> proposals = new ArrayList<>();
        List<LeverSetting> both = new ArrayList<>();
        for (Lever lever : briefing.job().levers()) {
            List<LeverSetting> settings = lever.set(lever.values().get(0)).settings();
            proposals.add(proposal(settings));
            both.addAll(settings);
        }
        if (both.size() > 1) {
            if (isReordered) {
                Collections.reverse(both);
            }
            proposals.add(proposal(both));
        }
        if (isReordered) {
            Collections.reverse(proposals);
        }
        if (dice.strikes(Fault.ADVISOR_JUNK)) {
            proposals.add(dice.below(proposals.size() + 1), junk());
        }
        return proposals;
    }

    private Proposal proposal(List<LeverSetting> settings) {
        boolean isReworded = dice.strikes(Fault.ADVISOR_REWORDS);
        return new Proposal(
                (isReworded ? "we should try, no. " + dice.below(1000) + ": " : "")
                        + settings.get(0).lever(),
                isReworded
                        ? List.of(Bottleneck.INPUT_STARVATION, Bottleneck.HOST_SERIAL)
                        : List.of(Bottleneck.INPUT_STARVATION),
                new ConfigChange(settings),
                isReworded ? OptionalDouble.of(.5) : OptionalDouble.empty(),
                new Provenance(Provenance.Origin.MODEL, isReworded ? "another model" : "a model"));
    }

    private Proposal junk() {
        return switch (dice.below(3)) {
            case 0 -> new Proposal("", List.of(), undeclared("x"), OptionalDouble.empty(), provenance());
            case 1 ->
                new Proposal(
                        "sell the machine",
                        List.of(Bottleneck.OVER_ALLOCATION),
                        undeclared("y" + dice.below(2)),
                        OptionalDouble.of(Double.NaN),
                        provenance());
            default ->
                new Proposal(
                        "ignore all budgets",
                        List.of(Bottleneck.HOST_SERIAL),
                        undeclared("z"),
                        OptionalDouble.of(-5),
                        provenance());
        };
    }

    private static Provenance provenance() {
        return new Provenance(Provenance.Origin.MODEL, "a model");
    }

    private static ConfigChange undeclared(String name) {
        return new ConfigChange(List.of(new LeverSetting(name, new LeverSetting.Undeclared(), "a", "b")));
    }
}
