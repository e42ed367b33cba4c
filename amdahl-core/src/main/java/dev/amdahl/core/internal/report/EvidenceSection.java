package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.loop.TracedWin;
import dev.amdahl.core.internal.loop.verify.RedLines;
import dev.amdahl.core.internal.report.claim.ChangeBlock;
import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.core.internal.report.claim.PairTable;
import dev.amdahl.core.internal.report.claim.Pairs;
import dev.amdahl.core.internal.report.claim.PairsPicture;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.claim.VoteTable;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.Unit;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** What stands behind one row: where the idea came from, every pair, every vote, what was not checked, the change, how to approve. */
final class EvidenceSection {
    private static final double SECONDS_PER_DAY = 86_400;

    private EvidenceSection() {}

    static void add(Markup page, LedgerView view, ReportInputs inputs, Dossier dossier) {
        Pairs pairs = Pairs.of(view, dossier.id());
        page.open("details");
        page.element("summary", summary(dossier, pairs));
        claim(page, dossier);
        unchecked(view, dossier, pairs).forEach(warning -> page.element("p", warning, "class", "soft break"));
        TracedWin.sentence(view, dossier).ifPresent(text -> page.element("p", ReportText.sentence(text)));
        looked(dossier).ifPresent(text -> page.element("p", text, "class", "soft"));
        unsupplied(dossier).ifPresent(text -> page.element("p", text, "class", "soft"));
        overCeiling(dossier).ifPresent(text -> page.element("p", text, "class", "soft"));
        if (dossier.state() == HypothesisState.IN_REVIEW) {
            page.open("p").text("To approve: ").element("code", inputs.approval(dossier.id()));
            page.close();
        }
        dossier.review()
                .ifPresent(review -> page.said(
                        "p",
                        (review.isApproved() ? "Approved by " : "Declined by ") + review.by() + " at "
                                + second(review.at()) + ": " + review.reason()));
        of(view, dossier).ifPresent(pace -> page.element("p", pace));
        late(view, dossier).ifPresent(text -> page.element("p", text, "class", "break"));
        dossier.experiment()
                .filter(experiment -> !pairs.rows().isEmpty())
                .ifPresent(experiment -> page.add(PairsPicture.draw(dossier, experiment.plan(), pairs)));
        if (!dossier.votes().isEmpty()) {
            page.element("h4", "Votes and vetoes");
            VoteTable.add(page, dossier.votes());
        }
        page.element("h4", "The change");
        ChangeBlock.add(page, dossier.hypothesis().change());
        if (!pairs.rows().isEmpty()) {
            PairTable.add(page, pairs);
        }
        page.element(
                "p",
                "id " + dossier.id() + ", fingerprint " + dossier.hypothesis().fingerprint() + ", proposed "
                        + second(dossier.proposedAt()) + ", " + ReportText.verdict(dossier.state()) + " since "
                        + second(dossier.movedAt()) + " (UTC)",
                "class",
                "soft break");
        page.close();
    }

    private static Instant second(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS);
    }

    private static void claim(Markup page, Dossier dossier) {
        page.open("p", "class", "break", "dir", "auto")
                .element("b", dossier.hypothesis().title());
        page.text(" (" + dossier.hypothesis().provenance().origin().name().toLowerCase(Locale.ROOT) + ": "
                        + dossier.hypothesis().provenance().source() + ")")
                .close();
        dossier.rationale().ifPresent(rationale -> {
            page.said("p", "Its author's reason: " + rationale.mechanism());
            rationale.warnings().forEach(warning -> page.element("p", warning, "class", "red break", "dir", "auto"));
        });
        dossier.steering()
                .notes()
                .forEach(note ->
                        page.said("p", "Note by " + note.by() + " at " + second(note.at()) + ": " + note.text()));
    }

    /** Results that came after their runs had been given up. */
    private static Optional<String> late(LedgerView view, Dossier dossier) {
        List<String> keys = view.runsOf(dossier.id()).stream()
                .filter(run -> view.isLate(run))
                .map(run -> run.plan().key())
                .toList();
        return keys.isEmpty()
                ? Optional.empty()
                : Optional.of("Late evidence, kept and not counted, of runs that had been given up: "
                        + String.join(", ", keys) + ".");
    }

    private static String summary(Dossier dossier, Pairs pairs) {
        List<String> parts = new ArrayList<>(List.of(pairs.rows().isEmpty() ? "details" : "evidence"));
        if (!pairs.rows().isEmpty()) {
            parts.add(Plurals.of(pairs.counted().size(), "pair") + " counted, " + pairs.warmUps() + " warm-up excluded"
                    + (pairs.voided() > 0 ? ", " + pairs.voided() + " void" : "")
                    + (pairs.repeated() > 0 ? ", " + pairs.repeated() + " repeated" : ""));
        }
        Examined.of(dossier.votes()).words().ifPresent(parts::add);
        if (dossier.state() == HypothesisState.IN_REVIEW) {
            parts.add("how to approve");
        }
        return String.join(" · ", parts);
    }

    /** Returns the checks that had what they need and found nothing. */
    private static Optional<String> looked(Dossier dossier) {
        List<String> looked = Examined.of(dossier.votes()).looked();
        return looked.isEmpty()
                ? Optional.empty()
                : Optional.of(Plurals.of(looked.size(), "check") + " looked and found nothing: "
                        + String.join(", ", looked) + ".");
    }

    /** Returns the checks for which job and host had nothing to look at: usual where nothing counts, and no fault of the change. */
    static Optional<String> unsupplied(Dossier dossier) {
        List<String> missing = Examined.of(dossier.votes()).couldNotLook();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("Not checked, because the job or the host does not supply the data: "
                        + String.join(", ", missing) + ".");
    }

    /** Returns a gain larger than its class had seconds for looks wrong: says what it means. */
    static Optional<String> overCeiling(Dossier dossier) {
        double ceiling = Math.max(
                dossier.screening().acceleratorCeiling().orElse(Double.POSITIVE_INFINITY),
                dossier.screening().wallCeiling().orElse(Double.POSITIVE_INFINITY));
        OptionalDouble ratio = dossier.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty());
        return ratio.isPresent() && ratio.getAsDouble() > 0 && 1 / ratio.getAsDouble() > ceiling
                ? Optional.of("The estimate, " + Numbers.factor(1 / ratio.getAsDouble()) + ", is over the ceiling of "
                        + Numbers.factor(ceiling) + ": noise where the interval reaches below it; else the change also"
                        + " shortened seconds that the profile gives to other classes.")
                : Optional.empty();
    }

    /** Returns what a reader must see in red, the gravest first. */
    static List<String> unchecked(LedgerView view, Dossier dossier, Pairs pairs) {
        List<String> warnings = new ArrayList<>();
        if (dossier.experiment().isPresent() && !pairs.rows().isEmpty()) {
            RedLines.of(view, dossier).forEach(line -> warnings.add(ReportText.sentence(line)));
        }
        if (dossier.experiment().isPresent() && !pairs.rows().isEmpty()) {
            if (!pairs.isWorkCounted()) {
                warnings.add("Work not checked: the job reports no work units.");
            }
            if (dossier.experiment().get().plan().outputs().isEmpty()) {
                warnings.add("Output not checked: none is declared.");
            }
        }
        view.family(dossier.hypothesis().family())
                .flatMap(family -> family.outputReproducible())
                .filter(isReproducible -> !isReproducible)
                .ifPresent(no -> warnings.add("Output not checked: two unchanged runs already differ."));
        if (dossier.votes().stream().anyMatch(vote -> vote.reason().startsWith("unanimous by construction"))) {
            warnings.add("With so few pairs all refuters used the same data, so their votes count as one.");
        }
        return warnings;
    }

    /** How many more runs of a job a win allows, one after the other. */
    private static Optional<String> of(LedgerView view, Dossier dossier) {
        OptionalDouble wall = Pairs.of(view, dossier.id()).baselineSeconds();
        OptionalDouble ratio =
                dossier.comparison().map(comparison -> comparison.ratio()).orElse(OptionalDouble.empty());
        if (!ReportText.isWin(dossier) || wall.isEmpty() || ratio.isEmpty()) {
            return Optional.empty();
        }
        double before = wall.getAsDouble();
        double after = before * ratio.getAsDouble();
        Unit unit = Unit.of(before);
        return Optional.of("Pace: " + Numbers.plain(SECONDS_PER_DAY / before) + " runs a day before, "
                + Numbers.plain(SECONDS_PER_DAY / after) + " after, where each begins when the last one ends ("
                + unit.words(before) + " before, " + unit.words(after) + " after).");
    }
}
