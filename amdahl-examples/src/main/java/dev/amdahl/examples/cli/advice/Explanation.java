package dev.amdahl.examples.cli.advice;

import dev.amdahl.core.internal.copilot.Advice;
import dev.amdahl.core.internal.copilot.CopilotAnswer;
import dev.amdahl.core.internal.copilot.Subject;
import dev.amdahl.core.internal.timeline.ClassCeiling;
import dev.amdahl.examples.cli.run.ModelOption;
import dev.amdahl.llm.copilot.Explained;
import dev.amdahl.llm.copilot.Fact;
import dev.amdahl.llm.copilot.LlmCopilot;
import dev.amdahl.spi.hypothesis.Idea;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The answer of the rules, with what a model made of it.
 *
 * @param answer in the model's order, its own suggestions last; without one, the rules'
 * @param explained what the model said; empty without one
 * @param ideas what notes and places outside say: untrusted text
 * @param unheard why a source of them said nothing, a line each
 */
record Explanation(CopilotAnswer answer, Optional<Explained> explained, List<Idea> ideas, List<String> unheard) {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int MAX_FACTS = 20;

    Explanation {
        ideas = List.copyOf(ideas);
        unheard = List.copyOf(unheard);
    }

    /** Returns what the rules say alone. */
    static Explanation of(CopilotAnswer answer) {
        return new Explanation(answer, Optional.empty(), List.of(), List.of());
    }

    /** Returns the same with what others wrote. */
    Explanation beside(List<Idea> more, List<String> failures) {
        return new Explanation(answer, explained, more, failures);
    }

    /** Asks a model. Without a measured loss there is nothing that it could rest on, and it is not asked. */
    static Explanation of(CopilotAnswer answer, List<Subject> subjects, ModelOption.Asked asked) {
        List<Fact.Loss> losses = new ArrayList<>();
        for (Subject subject : subjects) {
            subject.losses()
                    .forEach(loss -> losses.add(new Fact.Loss(
                            subject.name(), bottleneck(loss), loss.acceleratorCeiling(), subject.evidence())));
        }
        if (losses.isEmpty()) {
            return of(answer);
        }
        Explained explained = new LlmCopilot(asked.gateway(), LIMIT)
                .explain(
                        answer.reading().text(),
                        answer.advice().stream()
                                .limit(MAX_FACTS)
                                .map(Explanation::fact)
                                .toList(),
                        losses,
                        asked.book());
        return new Explanation(
                answer.with(merged(answer, subjects, explained)), Optional.of(explained), List.of(), List.of());
    }

    private static Fact fact(Advice advice) {
        return new Fact(
                advice.id(),
                String.format(
                        Locale.ROOT,
                        "%s for %s against %s (ceiling %.2fx): %s; %s; expected %.1f %% (%s); evidence %s",
                        advice.kind(),
                        advice.subject(),
                        advice.bottleneck(),
                        advice.acceleratorCeiling(),
                        advice.title(),
                        advice.change(),
                        100 * advice.expected(),
                        advice.basis(),
                        String.join(" ", advice.evidence())));
    }

    private static List<Advice> merged(CopilotAnswer answer, List<Subject> subjects, Explained explained) {
        List<Advice> all = new ArrayList<>(answer.advice());
        all.sort(Comparator.comparingInt(advice -> {
            int place = explained.order().indexOf(advice.id());
            return place < 0 ? Integer.MAX_VALUE : place;
        }));
        for (Explained.Suggestion suggestion : explained.suggestions()) {
            subjects.stream()
                    .filter(subject -> subject.name().equals(suggestion.loss().subject()))
                    .flatMap(subject -> subject.losses().stream())
                    .filter(loss -> bottleneck(loss).equals(suggestion.loss().bottleneck()))
                    .findFirst()
                    .ifPresent(loss -> all.add(suggested(suggestion, loss, all.size())));
        }
        return all;
    }

    private static Advice suggested(Explained.Suggestion suggestion, ClassCeiling loss, int before) {
        return new Advice(
                "a" + (before + 1),
                Advice.Kind.SUGGESTED,
                suggestion.loss().subject(),
                loss.classes().iterator().next(),
                suggestion.title(),
                suggestion.change(),
                List.of(suggestion.evidence()),
                loss.wallCeiling(),
                loss.acceleratorCeiling(),
                loss.acceleratorShare(),
                0,
                "a model's claim, not measured",
                List.of());
    }

    private static String bottleneck(ClassCeiling loss) {
        return loss.classes().iterator().next().name();
    }

    /** Returns what the model says of a piece of advice. */
    Optional<String> why(Advice advice) {
        return explained.flatMap(said -> Optional.ofNullable(said.why().get(advice.id())));
    }
}
