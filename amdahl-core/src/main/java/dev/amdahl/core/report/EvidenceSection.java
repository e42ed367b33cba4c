package dev.amdahl.core.report;

import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** What stands behind one row: where the idea came from, every pair, every vote, what was not checked, how to approve. Stateless. */
final class EvidenceSection {
    private EvidenceSection() {}

    static void add(Markup page, LedgerView view, ReportInputs inputs, Dossier dossier) {
        Pairs pairs = Pairs.of(view, dossier.id());
        page.open("details").element("summary", summary(dossier, pairs));
        page.open("p").element("b", dossier.hypothesis().title());
        page.text(" (" + dossier.hypothesis().provenance().origin().name().toLowerCase(Locale.ROOT) + ": "
                        + dossier.hypothesis().provenance().source() + "; axis "
                        + dossier.hypothesis().axis() + ")")
                .close();
        dossier.reopens().ifPresent(why -> page.element("p", "Tried once more: " + why));
        dossier.rationale().ifPresent(rationale -> {
            page.element("p", "Its author's reason: " + rationale.mechanism());
            rationale.warnings().forEach(warning -> page.element("p", warning, "class", "red"));
        });
        unchecked(view, dossier, pairs).forEach(warning -> page.element("p", warning, "class", "red"));
        if (dossier.state() == HypothesisState.IN_REVIEW) {
            page.open("p").text("To approve: ").element("code", inputs.approval(dossier.id()));
            page.close();
        }
        dossier.review()
                .ifPresent(review -> page.element(
                        "p",
                        (review.isApproved() ? "Approved by " : "Declined by ") + review.by() + " at " + review.at()
                                + ": " + review.reason()));
        dossier.experiment()
                .filter(experiment -> !pairs.rows().isEmpty())
                .ifPresent(experiment -> page.add(PairsPicture.draw(dossier, experiment.plan(), pairs)));
        late(view, dossier).ifPresent(text -> page.element("p", text));
        Pace.of(view, inputs, dossier).ifPresent(pace -> page.element("p", pace));
        if (!dossier.votes().isEmpty()) {
            votes(page, dossier.votes());
        }
        if (!pairs.rows().isEmpty()) {
            PairTable.add(page, pairs);
        }
        if (dossier.hypothesis().change() instanceof PatchChange patch) {
            page.open("details")
                    .element("summary", "the patch")
                    .element("pre", PlainText.cut(patch.diff(), 20_000))
                    .close();
        }
        page.element(
                "p",
                "id " + dossier.id() + ", fingerprint " + dossier.hypothesis().fingerprint(),
                "class",
                "soft break");
        page.close();
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
        List<String> parts = new ArrayList<>(List.of("evidence"));
        if (!pairs.rows().isEmpty()) {
            parts.add(pairs.counted().size() + " pairs counted, " + pairs.warmUps() + " warm-up excluded"
                    + (pairs.voided() > 0 ? ", " + pairs.voided() + " void" : "")
                    + (pairs.repeated() > 0 ? ", " + pairs.repeated() + " repeated" : ""));
        }
        if (!dossier.votes().isEmpty()) {
            parts.add(dossier.votes().size() + " votes");
        }
        if (dossier.state() == HypothesisState.IN_REVIEW) {
            parts.add("how to approve");
        }
        return String.join(" · ", parts);
    }

    /** What a reader must see in red. */
    static List<String> unchecked(LedgerView view, Dossier dossier, Pairs pairs) {
        List<String> warnings = new ArrayList<>();
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
        List<String> missing = dossier.votes().stream()
                .flatMap(vote -> vote.notApplicable().stream())
                .distinct()
                .sorted()
                .toList();
        if (!missing.isEmpty()) {
            warnings.add("Not checked, as job or host cannot supply it: " + String.join(", ", missing) + ".");
        }
        if (dossier.votes().stream().anyMatch(vote -> vote.reason().startsWith("unanimous by construction"))) {
            warnings.add("Too few pairs to split: all refuters saw the same pairs, unanimous by construction.");
        }
        return warnings;
    }

    static void votes(Markup page, List<Vote> votes) {
        page.open("table", "class", "plain").open("thead").open("tr");
        for (String name : new String[] {"refuter", "vote", "figure", "threshold", "reason"}) {
            page.element("th", name);
        }
        page.close(2).open("tbody");
        for (Vote vote : votes) {
            page.open("tr").element("td", vote.refuter(), "class", "break");
            page.element(
                    "td", (vote.isVeto() ? "veto, " : "") + vote.ballot().name().toLowerCase(Locale.ROOT));
            page.element("td", figure(vote.number()), "class", "n")
                    .element("td", figure(vote.threshold()), "class", "n");
            page.element("td", vote.reason(), "class", "break").close();
        }
        page.close(2);
    }

    private static String figure(OptionalDouble figure) {
        return figure.isEmpty() ? "-" : Numbers.significant(figure.getAsDouble());
    }
}
