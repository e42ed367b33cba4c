package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.FamilyAccount;
import dev.amdahl.core.internal.report.accounts.Passage;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.picture.LoopPicture;
import dev.amdahl.core.internal.report.picture.LoopPicture.Stage;
import dev.amdahl.core.internal.report.picture.LoopPicture.Turn;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.roi.FamilyWaste;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The loop in one picture: what it proposed, verified and dreamed of, and how much of what was scanned got how far. */
final class LoopSection {
    private final LedgerView view;
    private final ReportInputs inputs;
    private final List<Dossier> all;

    private LoopSection(LedgerView view, ReportInputs inputs) {
        this.view = view;
        this.inputs = inputs;
        this.all = view.dossiers().stream()
                .filter(dossier -> !dossier.hypothesis().isPlanted())
                .toList();
    }

    static void add(Markup page, LedgerView view, ReportInputs inputs) {
        LoopSection section = new LoopSection(view, inputs);
        page.open("figure", "id", "loop").element("figcaption", "From scanned to captured");
        page.add(LoopPicture.draw(section.propose(), section.verify(), section.dream(), section.stages()));
        page.close();
        List<Passage.Gate> gates = inputs.accounts().map(Accounts::candidates).orElse(List.of());
        if (!gates.isEmpty()) {
            candidates(page, gates);
        }
    }

    /** What became of patches before and in pairs, with what each stage took. */
    private static void candidates(Markup page, List<Passage.Gate> gates) {
        double all = Math.max(1, gates.get(0).entered());
        page.open("figure", "id", "candidates").element("figcaption", "What became of the patches of models");
        page.add(LoopPicture.funnel(
                "From offered to won",
                gates.stream()
                        .map(gate -> new Stage(gate.name(), words(gate), gate.entered() / all))
                        .toList()));
        page.close();
    }

    private static String words(Passage.Gate gate) {
        return Plurals.grouped(gate.entered())
                + (gate.left().isEmpty() ? "" : ", " + gate.left().size() + " left")
                + (gate.seconds() > 0 ? " · " + Numbers.seconds(gate.seconds()) : "")
                + (gate.tokens() > 0 ? " · " + Plurals.of(gate.tokens(), "token") : "");
    }

    private Turn propose() {
        return new Turn("propose", List.of(Plurals.of(all.size(), "hypothesis")));
    }

    private Turn verify() {
        return new Turn(
                "verify", List.of(said(count(LoopSection::isTried), "tried"), said(count(this::isProven), "proven")));
    }

    /** Ideas that became hypotheses are no longer among those found. */
    private Turn dream() {
        long proposed = count(dossier -> dossier.hypothesis().provenance().origin() == Provenance.Origin.DREAM);
        return new Turn(
                "dream",
                List.of(Plurals.of(view.ideas().size() + proposed, "idea") + " found", said(proposed, "proposed")));
    }

    private List<Stage> stages() {
        Set<String> scanned =
                view.families().stream().map(family -> family.name()).collect(Collectors.toCollection(HashSet::new));
        inputs.fleet().ifPresent(fleet -> fleet.families().forEach(family -> scanned.add(family.family())));
        double hours = inputs.fleet().stream()
                .flatMap(fleet -> fleet.families().stream())
                .mapToDouble(FamilyWaste::acceleratorHours)
                .sum();
        long profiled = view.families().stream()
                .filter(family -> family.diagnosis().isPresent())
                .count();
        double jobs = Math.max(1, scanned.size());
        return List.of(
                new Stage(
                        "scanned",
                        Plurals.of(scanned.size(), "job") + (hours > 0 ? ", " + Numbers.hours(hours) : ""),
                        scanned.size() / jobs),
                new Stage("profiled", Plurals.of(profiled, "job"), profiled / jobs),
                changes("hypotheses", dossier -> true),
                changes("tried", LoopSection::isTried),
                changes("won its test", this::isProven),
                changes("survived the panel", LoopSection::isUpheld),
                changes("promoted", dossier -> dossier.state() == HypothesisState.PROMOTED),
                captured());
    }

    private Stage changes(String name, Predicate<Dossier> reaches) {
        long count = count(reaches);
        return new Stage(name, Plurals.grouped(count), share(count));
    }

    /** Promoted wins of jobs whose later runs show what they save. */
    private Stage captured() {
        Set<String> jobs = inputs.accounts().map(Accounts::families).orElse(List.of()).stream()
                .filter(family -> family.captured().isPresent())
                .map(FamilyAccount::family)
                .collect(Collectors.toSet());
        long count = count(dossier -> dossier.state() == HypothesisState.PROMOTED
                && jobs.contains(dossier.hypothesis().family()));
        return new Stage(
                "captured",
                inputs.accounts()
                        .map(Accounts::capturedHours)
                        .filter(hours -> hours.isPresent())
                        .map(hours ->
                                Plurals.grouped(count) + ", at least " + Numbers.hours(hours.getAsDouble()) + " a week")
                        .orElse("not seen yet"),
                share(count));
    }

    private double share(long count) {
        return count / Math.max(1.0, all.size());
    }

    private long count(Predicate<Dossier> reaches) {
        return all.stream().filter(reaches).count();
    }

    private static boolean isTried(Dossier dossier) {
        return dossier.experiment().isPresent();
    }

    /** Whether both sets were won, whatever became of it. */
    private boolean isProven(Dossier dossier) {
        return isUpheld(dossier)
                || dossier.experiment()
                        .flatMap(experiment -> dossier.comparison()
                                .filter(found ->
                                        found.evidence() >= experiment.plan().bar()))
                        .isPresent();
    }

    /** Whether a person was asked, or soon will be. */
    private static boolean isUpheld(Dossier dossier) {
        return ReportText.isWin(dossier) || !dossier.evidenceHead().isEmpty();
    }

    private static String said(long count, String word) {
        return Plurals.grouped(count) + " " + word;
    }
}
