package dev.amdahl.core.internal.copilot;

import dev.amdahl.core.internal.advice.FirstLook;
import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.core.ledger.search.LedgerQuery;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
            case SPEED ->
                Stream.concat(
                                won(reading, subjects, records).stream(),
                                (subjects.size() > MAX_SPOKEN ? largest(reading, subjects) : speed(reading, subjects))
                                        .stream())
                        .toList();
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

    /** Returns the largest saving that was proven and waits for a person; none where none does. */
    private static List<String> won(Reading reading, List<Subject> subjects, Records records) {
        List<Dossier> waiting = subjects.stream()
                .flatMap(subject -> records.here(subject.name(), Copilot.WAITS::contains).stream())
                .filter(dossier -> dossier.hypothesis().addresses().stream().anyMatch(reading::asksFor))
                .sorted(Comparator.comparingDouble(dossier -> ratio(dossier).orElse(1)))
                .toList();
        return waiting.stream()
                .limit(1)
                .map(best -> String.format(
                        Locale.ROOT,
                        "A tested change%s %s: %s; approve it%s: %s",
                        subjects.size() == 1 ? "" : " of " + best.hypothesis().family(),
                        ratio(best).orElse(1) < 1
                                ? "saves " + FirstLook.percent(1 - ratio(best).getAsDouble())
                                : "won",
                        best.hypothesis().title(),
                        waiting.size() == 1 ? "" : " (" + (waiting.size() - 1) + " more wait: amdahl review list)",
                        records.approval(best)))
                .toList();
    }

    private static OptionalDouble ratio(Dossier dossier) {
        return dossier.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty());
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
        if (reading.classes().isEmpty()) {
            return FirstLook.of(diagnosis, diagnosis.findings());
        }
        List<String> lines = new ArrayList<>();
        boolean isYesOrNo =
                YES_OR_NO.matcher(reading.text().toLowerCase(Locale.ROOT)).matches();
        Optional<ClassCeiling> asked = subject.losses().stream()
                .filter(loss -> reading.asksFor(loss.classes().iterator().next()))
                .filter(loss -> Math.max(loss.acceleratorShare(), loss.wallShare()) >= SMALL)
                .findFirst();
        if (asked.isPresent()) {
            lines.add((isYesOrNo ? "Yes. " : "") + FirstLook.share(asked.get()));
            lines.addAll(FirstLook.remedies(asked.get(), diagnosis.findings()));
        } else {
            lines.add(small(reading, subject, diagnosis, isYesOrNo));
        }
        FirstLook.unknown(diagnosis).ifPresent(lines::add);
        return lines;
    }

    /** Returns how little time goes to what was asked about, or that only counters tell, and what takes more. */
    private static String small(Reading reading, Subject subject, Diagnosis diagnosis, boolean isYesOrNo) {
        double share = diagnosis.acceleratorShare(reading.classes()).orElse(0);
        String largest = subject.losses().stream()
                .findFirst()
                .filter(loss -> Math.max(loss.acceleratorShare(), loss.wallShare()) >= SMALL)
                .map(loss -> " The largest loss: " + FirstLook.share(loss))
                .orElse("");
        if (share >= SMALL) {
            return "Only counters tell, and none were recorded: it is at most the " + FirstLook.percent(share)
                    + " of the accelerator time in which kernels run." + largest;
        }
        boolean isSure = FirstLook.unknown(diagnosis).isEmpty();
        return (isYesOrNo ? isSure ? "No. " : "Not as far as is known. " : "") + "That takes "
                + FirstLook.percent(share) + " of the accelerator time." + largest;
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
