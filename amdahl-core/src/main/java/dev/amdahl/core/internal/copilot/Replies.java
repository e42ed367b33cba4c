package dev.amdahl.core.internal.copilot;

import dev.amdahl.core.internal.advice.FirstLook;
import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.core.ledger.search.LedgerQuery;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The answer in words to a question that wants another one than advice. */
final class Replies {
    private static final int MAX_JOBS = 5;
    /** Of more jobs than these only the largest loss is told; the ranked advice says the rest. */
    private static final int MAX_SPOKEN = 2;

    private static final double SMALL = .02;
    private static final Pattern YES_OR_NO = Pattern.compile("\\s*(is|are|does|do|was|were|am)\\b.*", Pattern.DOTALL);

    private Replies() {}

    /** Returns the answer in a few sentences; none where only a list can be one. */
    static List<String> of(AskedSubject asked, Reading reading, List<Subject> subjects, Records records) {
        return switch (asked) {
            case SPEED -> subjects.size() > MAX_SPOKEN ? largest(reading, subjects) : speed(reading, subjects);
            case SAVINGS -> savings(subjects);
            case FAILURES -> failures(subjects, records);
            case FIRST -> first(subjects);
            case UNKNOWN ->
                List.of(
                        "This question was not understood: it names no job, no loss and nothing else that can be asked for. Ask what"
                                + " slows a job down, about one loss (input, communication, checkpoints, …), how much could be saved, what failed, or"
                                + " which job to take first");
        };
    }

    /** Returns the largest loss of all that was asked about; none where none was measured. */
    private static List<String> largest(Reading reading, List<Subject> subjects) {
        record Loss(Subject subject, ClassCeiling ceiling) {}

        return subjects.stream()
                .flatMap(subject -> subject.losses().stream().map(loss -> new Loss(subject, loss)))
                .filter(loss ->
                        reading.asksFor(loss.ceiling().classes().iterator().next()))
                .max(Comparator.comparingDouble(loss -> loss.ceiling().acceleratorShare()))
                .map(loss -> "The largest loss is in " + loss.subject().name() + ": " + FirstLook.share(loss.ceiling()))
                .stream()
                .toList();
    }

    private static List<String> speed(Reading reading, List<Subject> subjects) {
        List<String> lines = new ArrayList<>();
        for (Subject subject : subjects) {
            String name = subjects.size() == 1 ? "" : subject.name() + ": ";
            subject.diagnosis()
                    .ifPresent(diagnosis -> speed(reading, subject, diagnosis).forEach(line -> lines.add(name + line)));
        }
        return lines;
    }

    private static List<String> speed(Reading reading, Subject subject, Diagnosis diagnosis) {
        List<ClassCeiling> losses = subject.losses();
        if (reading.classes().isEmpty() || losses.isEmpty()) {
            return FirstLook.of(diagnosis, diagnosis.findings());
        }
        boolean isYesOrNo =
                YES_OR_NO.matcher(reading.text().toLowerCase(Locale.ROOT)).matches();
        Optional<ClassCeiling> asked = losses.stream()
                .filter(loss -> reading.asksFor(loss.classes().iterator().next()))
                .filter(loss -> loss.acceleratorShare() >= SMALL)
                .findFirst();
        if (asked.isEmpty()) {
            return List.of((isYesOrNo ? "No. " : "") + "That is not what costs time here. The largest loss: "
                    + FirstLook.share(losses.get(0)));
        }
        return List.of(
                (isYesOrNo ? "Yes. " : "") + FirstLook.share(asked.get()),
                "What usually helps: "
                        + FirstLook.remedy(asked.get().classes().iterator().next(), diagnosis.findings()));
    }

    private static List<String> savings(List<Subject> subjects) {
        List<String> lines = new ArrayList<>();
        for (Subject subject : byLoss(subjects)) {
            ClassCeiling all = together(subject).orElseThrow();
            lines.add(String.format(
                    Locale.ROOT,
                    "%s: at most %.1f %% of its accelerator-hours, if every loss that was measured vanished; what a trial proves is less",
                    subject.name(),
                    100 * all.acceleratorShare()));
        }
        if (lines.isEmpty()) {
            lines.add("what could be saved is unknown: no loss has been measured yet");
        }
        lines.add(
                "for money, the hours of a fleet and a price are needed: amdahl report shows it where jobs declare a price");
        return lines;
    }

    private static List<String> failures(List<Subject> subjects, Records records) {
        List<String> lines = new ArrayList<>();
        for (Subject subject : subjects) {
            int failed =
                    records.here(subject.name(), LedgerQuery.FAILED::contains).size();
            int all = records.here(subject.name(), state -> true).size();
            if (all > 0) {
                lines.add(subject.name() + ": " + failed + " of " + Plurals.of(all, "tested change") + " failed"
                        + (failed > 0 ? "; the newest are below" : ""));
            }
        }
        if (lines.isEmpty()) {
            lines.add("no change was tested, so none failed");
        }
        lines.add("to see why a job itself failed, look at its logs: amdahl triage LOG");
        return lines;
    }

    private static List<String> first(List<Subject> subjects) {
        List<String> lines = new ArrayList<>();
        for (Subject subject : byLoss(subjects)) {
            ClassCeiling largest = subject.losses().get(0);
            lines.add(String.format(
                    Locale.ROOT,
                    "%s%s: %s, at most %.2fx in accelerator-hours; all its losses together hold %.1f %%",
                    lines.isEmpty() ? "first " : "then ",
                    subject.name(),
                    largest.classes().iterator().next(),
                    largest.acceleratorCeiling(),
                    100 * together(subject).orElseThrow().acceleratorShare()));
        }
        List<String> rest = subjects.stream()
                .filter(subject -> together(subject).isEmpty())
                .map(Subject::name)
                .limit(MAX_JOBS)
                .toList();
        if (!rest.isEmpty()) {
            lines.add("not ranked, as no loss was measured: " + String.join(", ", rest));
        }
        return lines;
    }

    private static List<Subject> byLoss(List<Subject> subjects) {
        return subjects.stream()
                .filter(subject -> together(subject).isPresent())
                .sorted(Comparator.comparingDouble(
                        subject -> -together(subject).orElseThrow().acceleratorShare()))
                .limit(MAX_JOBS)
                .toList();
    }

    /** Returns all its losses; empty where none was measured. */
    private static Optional<ClassCeiling> together(Subject subject) {
        Optional<Diagnosis> diagnosis = subject.losses().isEmpty() ? Optional.empty() : subject.diagnosis();
        return diagnosis.map(Ceilings::cumulative).map(all -> all.get(all.size() - 1));
    }
}
