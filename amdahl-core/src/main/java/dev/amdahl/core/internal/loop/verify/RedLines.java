package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.workspace.PatchSigns;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.Suspicion;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.job.OutputRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What no trial can tell of a change, and its reader has to: whether its output is computed or stored, whether its own count of work is
 * true, and what its text newly calls.
 */
public final class RedLines {
    private static final int MIN = 2;
    private static final double MIB = 1 << 20;
    /** Less is what starting a program differs by. */
    private static final double MIN_BYTES = MIB;

    private static final double MAX_READ = .9;

    private RedLines() {}

    /** Returns one line each, the gravest first; nothing for a change that has run in no trial. Untrusted text in parts. */
    public static List<String> of(LedgerView view, Dossier dossier) {
        List<String> lines = new ArrayList<>();
        if (dossier.experiment().isPresent()) {
            List<Trial> trials = Trials.of(view, dossier).all();
            if (dossier.hypothesis().needsBuild()) {
                stored(trials, dossier.experiment().get().plan().outputs()).ifPresent(lines::add);
                if (trials.stream()
                        .anyMatch(trial -> trial.variant().workUnits().isPresent())) {
                    lines.add("work counted by the changed program itself: that the counts agree is no evidence");
                }
                readLess(trials).ifPresent(lines::add);
            }
        }
        OwnMetric.line(view, dossier).ifPresent(lines::add);
        if (dossier.hypothesis().change() instanceof PatchChange patch) {
            lines.addAll(PatchSigns.of(patch.diff()));
            Suspicion.in(dossier.hypothesis().title())
                    .forEach(passage -> lines.add("its title reads like an order to a model: '" + passage + "'"));
        }
        return List.copyOf(lines);
    }

    /** A seed is new for each trial: an output that does not follow it may have been computed once. */
    private static Optional<String> stored(List<Trial> trials, List<OutputRule> outputs) {
        List<String> same = outputs.stream()
                .map(OutputRule::path)
                .filter(path -> isSame(trials, path))
                .map(path -> path.equals("-") ? "standard output" : path)
                .toList();
        return same.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the output is the same for every seed: a stored answer cannot be told from a computed one ("
                                + String.join(", ", same) + ")");
    }

    /** Returns a program that was built with its input at hand need not read all of it any more. */
    private static Optional<String> readLess(List<Trial> trials) {
        double[] baseline = read(trials, Trial::baseline);
        double[] variant = read(trials, Trial::variant);
        if (baseline.length < MIN || variant.length < MIN) {
            return Optional.empty();
        }
        double before = Summary.median(baseline);
        double after = Summary.median(variant);
        return before - after < MIN_BYTES || after > MAX_READ * before
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "the changed program read %.0f %% fewer bytes (%.1f MiB instead of %.1f): whether it still sees all of its"
                                + " input, no trial can tell",
                        100 * (1 - after / before),
                        after / MIB,
                        before / MIB));
    }

    private static double[] read(List<Trial> trials, Function<Trial, ArmResult> role) {
        return trials.stream()
                .map(role)
                .filter(ArmResult::isSuccess)
                .flatMap(arm -> Stream.ofNullable(arm.covariates().get(Covariate.READ_BYTES)))
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static boolean isSame(List<Trial> trials, String path) {
        List<String> written = trials.stream()
                .map(Trial::baseline)
                .filter(ArmResult::isSuccess)
                .flatMap(arm -> Stream.ofNullable(arm.digests().get(path)))
                .toList();
        return written.size() >= MIN && written.stream().distinct().count() == 1;
    }
}
