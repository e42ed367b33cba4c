package dev.amdahl.core.internal.copilot;

import dev.amdahl.core.internal.advice.FirstLook;
import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.internal.advice.WinRate;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Advice against one measured loss: wins that wait, tests that run, wins of siblings, ideas of the catalogue. Immutable. */
final class LossAdvice {
    private static final double WORTH_A_LINE = .01;
    private static final int MAX_IDEAS = 2;
    private static final int MAX_INSTRUMENTS = 3;

    /** A win elsewhere is expected to bring half of what it brought there. */
    private static final double DISCOUNT = .5;

    private static final double UNKNOWN_FRACTION = .3;

    private final Records records;
    private final IdeaCatalogue catalogue;
    private final Instruments instruments;

    LossAdvice(Records records, IdeaCatalogue catalogue, Instruments instruments) {
        this.records = records;
        this.catalogue = catalogue;
        this.instruments = instruments;
    }

    void look(Subject subject, ClassCeiling loss, List<Advice> advice, List<Measurement> measurements) {
        if (Math.max(loss.acceleratorShare(), loss.wallShare()) < WORTH_A_LINE) {
            return;
        }
        int before = advice.size();
        own(subject, loss, advice);
        siblings(subject, loss, advice);
        named(subject, loss).ifPresent(advice::add);
        ideas(subject, loss, advice);
        if (advice.size() == before) {
            open(subject, loss).ifPresent(advice::add);
            measurements.addAll(missing(subject, loss));
        }
    }

    private void own(Subject subject, ClassCeiling loss, List<Advice> advice) {
        Bottleneck bottleneck = bottleneck(loss);
        for (Dossier dossier : records.here(subject.name(), state -> state.isOpen() || state.isParked())) {
            if (dossier.hypothesis().bottleneck() == bottleneck) {
                advice.add(own(subject, loss, dossier));
            }
        }
    }

    private Advice own(Subject subject, ClassCeiling loss, Dossier dossier) {
        HypothesisState state = dossier.state();
        boolean isWon = state == HypothesisState.SURVIVED || state == HypothesisState.IN_REVIEW;
        Advice.Kind kind = isWon ? Advice.Kind.APPROVE : state.isParked() ? Advice.Kind.ENABLE : Advice.Kind.AWAIT;
        WinRate rate = records.winRate(bottleneck(loss));
        double hoped = dossier.hypothesis().expectedFraction().orElse(UNKNOWN_FRACTION) * loss.acceleratorShare();
        return advice(
                kind,
                subject,
                loss,
                dossier.hypothesis().title(),
                switch (kind) {
                    case APPROVE -> Records.words(dossier.hypothesis().change()) + "; " + records.approval(dossier);
                    case ENABLE -> dossier.reason();
                    default -> Records.words(dossier.hypothesis().change()) + "; in the loop as " + state;
                },
                Stream.concat(Stream.of(dossier.id()), cited(subject, dossier))
                        .distinct()
                        .toList(),
                isWon ? saved(dossier).orElse(0) : rate.mean() * hoped,
                isWon ? "measured here" : worth(hoped, rate),
                records.past(
                        subject.name(),
                        bottleneck(loss),
                        Records.does(dossier.hypothesis().change())));
    }

    private static Stream<String> cited(Subject subject, Dossier dossier) {
        List<String> own = dossier.verdict()
                .map(Verdict::evidence)
                .orElse(dossier.hypothesis().evidence());
        return own.isEmpty() ? subject.evidence().stream() : own.stream();
    }

    /** A patch fits its own sources alone. */
    private void siblings(Subject subject, ClassCeiling loss, List<Advice> advice) {
        Bottleneck bottleneck = bottleneck(loss);
        for (Dossier win : records.elsewhere(subject.name())) {
            boolean isTried = records.isTried(
                    subject.name(), Records.does(win.hypothesis().change()));
            boolean isPatch = win.hypothesis().change() instanceof PatchChange;
            if (win.hypothesis().bottleneck() == bottleneck && !isTried && !isPatch) {
                double saved =
                        DISCOUNT * Math.min(loss.acceleratorShare(), saved(win).orElse(0));
                advice.add(advice(
                        Advice.Kind.CARRY_OVER,
                        subject,
                        loss,
                        win.hypothesis().title() + " (won on "
                                + win.hypothesis().family() + ")",
                        Records.words(win.hypothesis().change()),
                        Stream.concat(Stream.of(win.id()), subject.evidence().stream())
                                .toList(),
                        saved,
                        "half of what it saved on " + win.hypothesis().family() + ", at most half of the class",
                        records.past(
                                subject.name(),
                                bottleneck,
                                Records.does(win.hypothesis().change()))));
            }
        }
    }

    /** Returns the idea that the findings speak for: what was seen stands for what was not measured. */
    private Optional<Advice> named(Subject subject, ClassCeiling loss) {
        Diagnosis diagnosis = subject.diagnosis().orElseThrow();
        WinRate rate = records.winRate(bottleneck(loss));
        return FirstLook.idea(bottleneck(loss), diagnosis.findings())
                .flatMap(catalogue::idea)
                .filter(idea -> !records.isTried(subject.name(), Records.carriesOut(idea.id())))
                .filter(idea -> catalogue.search(Set.of(bottleneck(loss)), diagnosis.metrics()).stream()
                        .noneMatch(offered -> offered.id().equals(idea.id())))
                .map(idea -> idea(
                        subject,
                        loss,
                        rate,
                        idea,
                        FirstLook.remedy(bottleneck(loss), diagnosis.findings()) + " Test it: " + FirstLook.TEST));
    }

    private void ideas(Subject subject, ClassCeiling loss, List<Advice> advice) {
        Bottleneck bottleneck = bottleneck(loss);
        Diagnosis diagnosis = subject.diagnosis().orElseThrow();
        WinRate rate = records.winRate(bottleneck);
        catalogue.search(Set.of(bottleneck), diagnosis.metrics()).stream()
                .filter(idea -> !records.isTried(subject.name(), Records.carriesOut(idea.id())))
                .limit(MAX_IDEAS)
                .forEach(idea -> advice.add(idea(subject, loss, rate, idea, idea.summary())));
    }

    private Advice idea(Subject subject, ClassCeiling loss, WinRate rate, Idea idea, String change) {
        double hoped = idea.typicalFraction() * loss.acceleratorShare();
        return advice(
                Advice.Kind.TRY,
                subject,
                loss,
                idea.title(),
                change + " (idea " + idea.id() + ")",
                subject.evidence(),
                rate.mean() * hoped,
                worth(hoped, rate),
                records.past(subject.name(), bottleneck(loss), Records.carriesOut(idea.id())));
    }

    /** Returns the best idea for a loss that nothing else is known against, with what it takes to know whether it fits. */
    private Optional<Advice> open(Subject subject, ClassCeiling loss) {
        Diagnosis diagnosis = subject.diagnosis().orElseThrow();
        WinRate rate = records.winRate(bottleneck(loss));
        return catalogue.needsEvidence(Set.of(bottleneck(loss)), diagnosis.metrics()).stream()
                .filter(open -> !records.isTried(
                        subject.name(), Records.carriesOut(open.idea().id())))
                .filter(open -> instrument(open.unmeasured().get(0), diagnosis).isPresent())
                .findFirst()
                .map(open -> {
                    String metric = open.unmeasured().get(0);
                    Idea idea = open.idea();
                    return advice(
                            Advice.Kind.TRY,
                            subject,
                            loss,
                            idea.title(),
                            "first measure " + metric + " (" + instruments.meaning(metric) + "): "
                                    + instrument(metric, diagnosis).orElseThrow() + "; if it is high enough: "
                                    + idea.summary()
                                    + " (idea " + idea.id() + ")",
                            subject.evidence(),
                            rate.mean() * idea.typicalFraction() * loss.acceleratorShare(),
                            "if the figure fits; " + worth(idea.typicalFraction() * loss.acceleratorShare(), rate),
                            records.past(subject.name(), bottleneck(loss), Records.carriesOut(idea.id())));
                });
    }

    private static Advice advice(
            Advice.Kind kind,
            Subject subject,
            ClassCeiling loss,
            String title,
            String change,
            List<String> evidence,
            double expected,
            String basis,
            List<PastVerdict> past) {
        return new Advice(
                "",
                kind,
                subject.name(),
                bottleneck(loss),
                title,
                change,
                evidence,
                loss.wallCeiling(),
                loss.acceleratorCeiling(),
                loss.acceleratorShare(),
                expected,
                basis,
                past);
    }

    /** Returns a loss that nothing is known against: for each instrument, which ideas it would tell about; the best idea's first. */
    private List<Measurement> missing(Subject subject, ClassCeiling loss) {
        String holds = String.format(
                Locale.ROOT,
                "%s takes %.1f %% of the accelerator time and %.1f %% of the wall time (at most %.2fx and %.2fx faster without it)",
                bottleneck(loss),
                100 * loss.acceleratorShare(),
                100 * loss.wallShare(),
                loss.acceleratorCeiling(),
                loss.wallCeiling());
        Map<String, Map<String, String>> titles = new LinkedHashMap<>();
        for (IdeaCatalogue.NeedsEvidence open : catalogue.needsEvidence(
                Set.of(bottleneck(loss)), subject.diagnosis().orElseThrow().metrics())) {
            String metric = open.unmeasured().get(0);
            instrument(metric, subject.diagnosis().orElseThrow())
                    .ifPresent(command -> titles.computeIfAbsent(command, ignored -> new LinkedHashMap<>())
                            .merge(metric, quoted(open.idea()), (one, other) -> one + " and " + other));
        }
        if (titles.isEmpty()) {
            return List.of(new Measurement(
                    subject.name(),
                    "which code makes it",
                    holds + "; no idea of the catalogue is left for it here",
                    "amdahl trace FILE --critical-path --source DIR"));
        }
        return titles.entrySet().stream()
                .limit(MAX_INSTRUMENTS)
                .map(entry -> new Measurement(
                        subject.name(),
                        entry.getValue().keySet().stream()
                                .map(metric -> metric + ": " + instruments.meaning(metric))
                                .collect(Collectors.joining("; ")),
                        holds + "; it tells whether "
                                + String.join(" and ", entry.getValue().values()) + " would help",
                        entry.getKey()))
                .toList();
    }

    /** Returns a job whose kernels were recorded is not asked for a recording of the Java machine. */
    private Optional<String> instrument(String metric, Diagnosis diagnosis) {
        return instruments
                .of(metric)
                .filter(command ->
                        !diagnosis.metrics().containsKey("kernel_frac") || !command.contains("StartFlightRecording"));
    }

    private static String quoted(Idea idea) {
        return "'" + idea.title() + "'";
    }

    /** Classes that only counters can tell, where the question asks for them and nothing counted them: one line for each instrument. */
    void missingCounters(Reading reading, Subject subject, List<Measurement> measurements) {
        Diagnosis diagnosis = subject.diagnosis().orElseThrow();
        Map<String, Set<Bottleneck>> open = new TreeMap<>();
        for (Bottleneck bottleneck : reading.classes()) {
            boolean isCounted = diagnosis.accounts().stream().anyMatch(account -> account.bottleneck() == bottleneck);
            if (!isCounted) {
                Instruments.counters(bottleneck)
                        .ifPresent(command -> open.computeIfAbsent(command, ignored -> EnumSet.noneOf(Bottleneck.class))
                                .add(bottleneck));
            }
        }
        open.forEach((command, classes) -> measurements.add(new Measurement(
                subject.name(),
                "counters that tell " + classes.stream().map(Enum::name).collect(Collectors.joining(" from ")),
                String.format(
                        Locale.ROOT,
                        "together at most the %.1f %% of the accelerator-seconds in which kernels run",
                        100 * diagnosis.acceleratorShare(classes).orElse(0)),
                command)));
    }

    private static Bottleneck bottleneck(ClassCeiling loss) {
        return loss.classes().iterator().next();
    }

    private static OptionalDouble saved(Dossier dossier) {
        OptionalDouble ratio = dossier.comparison().map(Comparison::ratio).orElse(OptionalDouble.empty());
        return ratio.isPresent() ? OptionalDouble.of(Math.max(0, 1 - ratio.getAsDouble())) : ratio;
    }

    private static String worth(double hoped, WinRate rate) {
        return String.format(
                Locale.ROOT,
                "%.1f %% if it works; %.0f of %.0f tests of its class won so far",
                100 * hoped,
                rate.wins(),
                rate.decided());
    }
}
