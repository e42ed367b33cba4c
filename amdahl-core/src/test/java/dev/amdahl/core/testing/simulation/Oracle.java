package dev.amdahl.core.testing.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Holds a ledger against what only the simulated world knows: what was started, said, approved, and true. */
final class Oracle {
    private static final BaseEncoding BASE32 = BaseEncoding.base32().lowerCase().omitPadding();
    private static final int KEY_LENGTH = 26;
    private static final Set<HypothesisState> WON = EnumSet.of(
            HypothesisState.SURVIVED, HypothesisState.IN_REVIEW, HypothesisState.PROMOTED, HypothesisState.DECLINED);
    private static final Set<HypothesisState> LOST =
            EnumSet.of(HypothesisState.REFUTED, HypothesisState.REGRESSION, HypothesisState.RUN_FAILED);

    private Oracle() {}

    static List<String> check(LedgerView view, PlantedFleet fleet, ArrivalLog log, WaveringGate gate) {
        List<String> problems = new ArrayList<>();
        for (Dossier dossier : view.dossiers()) {
            promoted(dossier, gate).ifPresent(problems::add);
            fleet.truth(dossier.hypothesis())
                    .flatMap(truth -> verdict(dossier, truth))
                    .ifPresent(problems::add);
            for (Run run : view.runsOf(dossier.id())) {
                run(run, dossier, log).ifPresent(problems::add);
            }
        }
        return problems;
    }

    private static Optional<String> promoted(Dossier dossier, WaveringGate gate) {
        String head = dossier.review().map(Review::evidenceHead).orElse("");
        boolean isSound = dossier.state() != HypothesisState.PROMOTED || gate.hasApproved(dossier.id(), head);
        return problem(isSound, "I9 " + dossier.id() + " was promoted, and nobody approved " + head);
    }

    /** What a change truly does may stay unknown; it is never taken for its opposite. */
    private static Optional<String> verdict(Dossier dossier, Truth truth) {
        HypothesisState state = dossier.state();
        boolean isWrong = truth == Truth.HELPS ? LOST.contains(state) : WON.contains(state);
        boolean isSlandered = truth == Truth.NOTHING && LOST.contains(state);
        return problem(
                !isWrong && !isSlandered,
                "I12 " + dossier.id() + " truly " + truth + " and ended as " + state + ": " + dossier.reason());
    }

    private static Optional<String> run(Run run, Dossier dossier, ArrivalLog log) {
        RunPlan plan = run.plan();
        boolean isCalledOff = run.state() == RunState.CANCELLED
                && (dossier.state() == HypothesisState.EXPIRED
                        || log.of(plan.key()).isEmpty());
        boolean isEnded = run.state() == RunState.INFRA_FAILED || run.state() == RunState.CANCELLED;
        boolean isSaid = !isEnded || isCalledOff || log.of(plan.key()).stream().anyMatch(job -> job.isSaidToHaveFailed);
        String derived = key(dossier.hypothesis().fingerprint().toString(), plan);
        return problem(isSaid, "I12 " + plan.key() + " ended as " + run.state() + ", which the scheduler never said")
                .or(() -> problem(
                        plan.purpose() != RunPurpose.TRIAL || plan.key().equals(derived),
                        "I1 " + plan.key() + " is not the key of its place, " + derived));
    }

    private static String key(String fingerprint, RunPlan plan) {
        String place = fingerprint + "|" + plan.set() + "|" + plan.index() + "|" + plan.attempt();
        return BASE32.encode(Hashing.sha256().hashString(place, UTF_8).asBytes())
                .substring(0, KEY_LENGTH);
    }

    private static Optional<String> problem(boolean holds, String otherwise) {
        return holds ? Optional.empty() : Optional.of(otherwise);
    }
}
