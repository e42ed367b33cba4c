package dev.amdahl.core.internal.copilot;

import dev.amdahl.core.internal.advice.FirstLook;
import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.internal.advice.MetricsTable;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.core.ledger.search.LedgerQuery;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Answers "how can I speed this up?" by rules alone: the same question on the same ledger and traces gives the same answer. A loss that
 * was measured gives advice, wins that wait first, then by its ceiling; one that was not gives what to measure. A question that wants
 * another answer gets one in words, and one that is not understood is told so.
 * Immutable, so thread-safe.
 */
public final class Copilot {
    static final Set<HypothesisState> WAITS = Set.of(HypothesisState.SURVIVED, HypothesisState.IN_REVIEW);
    private static final int MAX_TRIED = 5;
    private static final double SMALL = .02;

    private final Records records;
    private final LossAdvice losses;

    /**
     * @param dossiers what the ledger holds, in order of proposal; none without a ledger
     * @param catalogue ideas to try
     * @param metrics what can be measured, and by what
     * @param approval the command that approves a win
     */
    public Copilot(
            List<Dossier> dossiers, IdeaCatalogue catalogue, MetricsTable metrics, Function<Dossier, String> approval) {
        records = new Records(dossiers, approval);
        losses = new LossAdvice(records, catalogue, new Instruments(metrics));
    }

    /** Returns what a diagnosis says first of all, in sentences; findings are what readers of profiles saw besides. */
    public static List<String> firstLook(Diagnosis diagnosis, List<String> findings) {
        return FirstLook.of(diagnosis, findings);
    }

    /** Returns the answer for these subjects. */
    public CopilotAnswer answer(Reading reading, List<Subject> subjects) {
        List<Advice> advice = new ArrayList<>();
        List<Measurement> measurements = new ArrayList<>();
        List<PastVerdict> waiting = new ArrayList<>();
        List<PastVerdict> inEffect = new ArrayList<>();
        List<PastVerdict> tried = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        AskedSubject asked = AskedSubject.of(reading);
        List<String> reply = Replies.of(asked, reading, subjects, records);
        boolean wantsAdvice = asked == AskedSubject.SPEED || asked == AskedSubject.FIRST;
        for (Subject subject : asked == AskedSubject.UNKNOWN ? List.<Subject>of() : subjects) {
            if (wantsAdvice && subject.diagnosis().isEmpty()) {
                measurements.add(unmeasured(subject.name(), reading));
            } else if (wantsAdvice) {
                look(reading, subject, advice, measurements, notes);
            }
            past(reading, subject, WAITS::contains)
                    .filter(won -> advice.stream()
                            .noneMatch(each -> each.kind() == Advice.Kind.APPROVE
                                    && each.evidence().contains(won.id())))
                    .forEach(waiting::add);
            past(reading, subject, state -> state == HypothesisState.PROMOTED).forEach(inEffect::add);
            past(reading, subject, LedgerQuery.FAILED::contains)
                    .sorted(Comparator.comparing(past -> past.state() == HypothesisState.SCREENED_OUT))
                    .limit(MAX_TRIED)
                    .forEach(tried::add);
        }
        if (subjects.isEmpty() && asked != AskedSubject.UNKNOWN) {
            measurements.add(unmeasured("", reading));
        }
        if (subjects.size() > 1 && !reading.isNamed() && asked == AskedSubject.SPEED) {
            notes.add("the question names no job, so this covers all " + subjects.size() + "; name one for more on it");
        }
        advice.sort(Comparator.comparing((Advice each) -> each.kind() != Advice.Kind.APPROVE)
                .thenComparing(Comparator.comparingDouble(Copilot::ceiling).reversed())
                .thenComparing(Comparator.comparingDouble(Advice::expected).reversed())
                .thenComparing(Advice::kind)
                .thenComparing(Advice::subject)
                .thenComparing(Advice::title));
        List<Advice> named = new ArrayList<>();
        advice.forEach(each -> named.add(each.named("a" + (named.size() + 1))));
        return new CopilotAnswer(
                reading,
                subjects.stream().map(Subject::name).toList(),
                named,
                measurements,
                waiting,
                inEffect,
                tried,
                notes,
                reply);
    }

    private static double ceiling(Advice advice) {
        return Math.max(advice.acceleratorCeiling(), advice.wallCeiling());
    }

    private Stream<PastVerdict> past(Reading reading, Subject subject, Predicate<HypothesisState> state) {
        return records.here(subject.name(), state).stream()
                .filter(dossier -> dossier.hypothesis().addresses().stream().anyMatch(reading::asksFor))
                .map(dossier -> PastVerdict.of(dossier, subject.name()));
    }

    private void look(
            Reading reading, Subject subject, List<Advice> advice, List<Measurement> measurements, List<String> notes) {
        if (!subject.isExplained()) {
            measurements.add(new Measurement(
                    subject.name(),
                    "a deeper profile",
                    "the cause of " + FirstLook.percent(subject.unknownShare())
                            + " of all its time is not known, so that any loss may be larger than it seems",
                    Instruments.account()));
            return;
        }
        List<ClassCeiling> all = subject.losses();
        Set<Bottleneck> stale = relieved(subject, notes);
        for (ClassCeiling loss : all) {
            Bottleneck bottleneck = loss.classes().iterator().next();
            if (reading.asksFor(bottleneck) && !stale.contains(bottleneck)) {
                losses.look(subject, loss, advice, measurements);
            }
        }
        losses.missingCounters(reading, subject, measurements);
        elsewhere(reading, subject, all).ifPresent(notes::add);
    }

    /** Returns the classes that a promoted change relieved after the diagnosis was made: it still names what is gone. */
    private Set<Bottleneck> relieved(Subject subject, List<String> notes) {
        Set<Bottleneck> relieved = EnumSet.noneOf(Bottleneck.class);
        for (Dossier dossier : records.here(subject.name(), state -> state == HypothesisState.PROMOTED)) {
            boolean isLater = subject.measuredAt()
                    .map(measured -> dossier.movedAt().isAfter(measured))
                    .orElse(false);
            if (isLater && relieved.add(dossier.hypothesis().bottleneck())) {
                notes.add(subject.name() + ": '" + dossier.hypothesis().title()
                        + "' was promoted since its seconds were accounted for, so "
                        + dossier.hypothesis().bottleneck()
                        + " is left out; amdahl loop makes a new account");
            }
        }
        return relieved;
    }

    /** Returns where what was asked about holds less than something else; where it holds next to nothing, the reply says so. */
    private static Optional<String> elsewhere(Reading reading, Subject subject, List<ClassCeiling> losses) {
        if (reading.classes().isEmpty() || losses.isEmpty()) {
            return Optional.empty();
        }
        ClassCeiling largest = losses.get(0);
        Bottleneck bottleneck = largest.classes().iterator().next();
        double asked = losses.stream()
                .filter(loss -> reading.asksFor(loss.classes().iterator().next()))
                .mapToDouble(ClassCeiling::acceleratorShare)
                .sum();
        return reading.asksFor(bottleneck) || largest.acceleratorShare() < SMALL || asked < SMALL
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%s: what you ask about takes %.1f %% of the accelerator time; the largest loss is %s with"
                                + " %.1f %% (at most %.2fx)",
                        subject.name(),
                        100 * asked,
                        bottleneck,
                        100 * largest.acceleratorShare(),
                        largest.acceleratorCeiling()));
    }

    private Measurement unmeasured(String subject, Reading reading) {
        return new Measurement(
                subject,
                reading.classes().isEmpty() ? "where its seconds go" : "whether " + names(reading) + " holds seconds",
                "without evidence there is no ceiling, and without a ceiling no advice",
                Instruments.account());
    }

    private static String names(Reading reading) {
        return String.join(
                " or ", reading.classes().stream().map(Enum::name).sorted().toList());
    }
}
