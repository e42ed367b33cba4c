package dev.amdahl.examples.cli.ledger;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.hypothesis.HypothesisState;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ledger prioritize ID}: a person says what is tried first. */
@Command(
        name = "prioritize",
        description = "Say whether the experiment of a hypothesis is opened before those of others.",
        footer = "  amdahl ledger prioritize 0198c2 --first --ledger ./amdahl")
final class LedgerPrioritizeCommand extends SteeringCommand {
    @ArgGroup(multiplicity = "1")
    private Place place = new Place();

    /** Where it is to stand. */
    static final class Place {
        @Option(names = "--first", description = "Before all others that are open now.")
        private boolean first;

        @Option(names = "--last", description = "After all others that are open now.")
        @SuppressWarnings("UnusedVariable")
        private boolean last;

        @Option(
                names = "--normal",
                description = "As before: by the value that an hour of testing is expected to bring.")
        private boolean normal;
    }

    @Override
    CycleReport steer(Ledger ledger, String hypothesis, String who) {
        AmdahlLoop loop =
                AmdahlLoop.builder(ledger).scheduler(new NoScheduler()).build();
        return loop.prioritize(
                hypothesis, who, place.normal ? 0 : Priorities.of(ledger.view(), hypothesis, place.first));
    }

    @Override
    String said(Dossier dossier) {
        int priority = dossier.steering().priority();
        String where = priority > 0 ? "opened first" : priority < 0 ? "opened last" : "opened in its usual turn";
        boolean isWaiting =
                dossier.state() == HypothesisState.PROPOSED || dossier.state().isParked();
        return dossier.id() + " is " + dossier.state() + " and has priority " + priority
                + (isWaiting ? ": " + where : ": its experiment was opened before, so that nothing changes");
    }
}
