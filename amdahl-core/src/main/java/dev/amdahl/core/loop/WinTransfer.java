package dev.amdahl.core.loop;

import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.Family;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was promoted on one family, offered to siblings: same accelerator type, and a lever of the same name. Stateless. */
final class WinTransfer {
    private static final double DISCOUNT = .5;

    private WinTransfer() {}

    static List<Idea> ideas(Cycle cycle, JobSpec job) {
        List<Idea> ideas = new ArrayList<>();
        for (Dossier win : cycle.inState(HypothesisState.PROMOTED)) {
            Hypothesis hypothesis = win.hypothesis();
            boolean sibling = !hypothesis.family().equals(job.family())
                    && cycle.view()
                            .family(hypothesis.family())
                            .map(Family::acceleratorType)
                            .filter(job.accelerators().type()::equals)
                            .isPresent();
            if (sibling) {
                transferred(job, hypothesis.change()).ifPresent(change -> ideas.add(idea(win, change)));
            }
        }
        return ideas;
    }

    private static Idea idea(Dossier win, Change change) {
        Hypothesis hypothesis = win.hypothesis();
        String source = "win:" + win.id();
        return new Idea(
                source,
                hypothesis.title() + " (won on " + hypothesis.family() + ")",
                hypothesis.bottleneck(),
                "config",
                List.of(),
                DISCOUNT * hypothesis.expectedFraction().orElse(DISCOUNT),
                "carry the promoted setting over",
                new Provenance(Provenance.Origin.DREAM, source),
                Optional.of(change));
    }

    private static Optional<Change> transferred(JobSpec job, Change change) {
        if (!(change instanceof ConfigChange config)) {
            return Optional.empty();
        }
        List<LeverSetting> settings = new ArrayList<>();
        for (LeverSetting setting : config.settings()) {
            Optional<Lever> lever = job.levers().stream()
                    .filter(own ->
                            own.name().equals(setting.lever()) && !own.current().equals(setting.to()))
                    .findFirst();
            if (lever.isEmpty()) {
                return Optional.empty();
            }
            settings.add(new LeverSetting(
                    setting.lever(), lever.get().target(), lever.get().current(), setting.to()));
        }
        return Optional.of(new ConfigChange(settings));
    }
}
