package dev.amdahl.examples.cli.advice;

import dev.amdahl.core.internal.copilot.Advice;
import dev.amdahl.core.internal.copilot.CopilotAnswer;
import dev.amdahl.core.internal.copilot.Measurement;
import dev.amdahl.core.internal.copilot.PastVerdict;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * An answer of {@code ask} for people.
 *
 * @param top most pieces of advice
 * @param width of the lines
 */
record AskText(int top, Width width) {
    private static final int FEW = 3;

    String of(Explanation explanation) {
        CopilotAnswer answer = explanation.answer();
        StringBuilder out = new StringBuilder();
        if (!answer.reply().isEmpty()) {
            answer.reply().forEach(line -> out.append(width.lines("", line)));
            out.append('\n');
        }
        boolean isWhole = answer.advice().isEmpty() && !answer.reply().isEmpty();
        out.append(isWhole ? "" : width.lines("", heading(answer)) + '\n');
        section(
                out,
                "Wins that wait for you",
                answer.waiting().stream().map(this::past).toList());
        int rank = 0;
        for (Advice advice : answer.advice().stream().limit(top).toList()) {
            out.append(advice(++rank, advice, explanation.why(advice))).append('\n');
        }
        if (answer.advice().size() > top) {
            out.append(answer.advice().size() - top)
                    .append(" more with --top ")
                    .append(answer.advice().size());
            out.append("\n\n");
        }
        section(
                out,
                "Measure first",
                answer.measurements().stream().map(this::measurement).toList());
        section(
                out,
                "In effect already",
                answer.inEffect().stream().map(this::past).toList());
        section(
                out,
                "Did not work here",
                answer.tried().stream()
                        .filter(past -> !isUntested(past))
                        .map(this::past)
                        .toList());
        if (answer.tried().stream().anyMatch(AskText::isUntested)) {
            out.append(width.lines("", "Not tested, as they could not pay: amdahl ledger search --state SCREENED_OUT"));
            out.append('\n');
        }
        section(
                out,
                "Others write, not measured here",
                explanation.ideas().stream().limit(top).map(this::idea).toList());
        section(
                out,
                "Note",
                answer.notes().stream().map(note -> width.lines("  ", note)).toList());
        explanation
                .explained()
                .ifPresent(said -> out.append(width.lines(
                        "",
                        "Ordered and explained by the model " + said.model() + "; all figures are the rules'."
                                + (said.dropped().isEmpty()
                                        ? ""
                                        : " Left out of what it said: " + String.join("; ", said.dropped())))));
        return out.toString();
    }

    private static String heading(CopilotAnswer answer) {
        List<String> subjects = answer.subjects();
        String about = subjects.isEmpty()
                ? ""
                : " on " + (subjects.size() <= FEW ? String.join(", ", subjects) : subjects.size() + " jobs");
        String classes =
                answer.reading().classes().stream().map(Enum::name).sorted().collect(Collectors.joining(", "));
        int found = answer.advice().size();
        String count = found == 0 ? "No advice" : found == 1 ? "1 piece of advice" : found + " pieces of advice";
        return count
                + about
                + (classes.isEmpty() ? "" : ", about " + classes)
                + (found > 0
                        ? ":"
                        : answer.waiting().isEmpty()
                                ? ": no measurement supports a change."
                                : " beyond what won already.");
    }

    private String advice(int rank, Advice advice, Optional<String> said) {
        String label = String.format(Locale.ROOT, "%2d. ", rank);
        String indent = " ".repeat(label.length());
        StringBuilder out = new StringBuilder(width.lines(label, verb(advice.kind()) + advice.title()));
        out.append(width.lines(
                indent + "why       ",
                advice.subject() + ": " + advice.bottleneck()
                        + Words.number(" takes %.1f %% of the accelerator time", 100 * advice.acceleratorShare())));
        out.append(width.lines(
                indent + "ceiling   ",
                ceiling(advice.acceleratorCeiling()) + " in accelerator-hours, " + ceiling(advice.wallCeiling())
                        + " on the wall clock"));
        out.append(width.lines(indent + "change    ", advice.change()));
        out.append(width.lines(
                indent + "expected  ",
                Words.number("%.1f %% saved", 100 * advice.expected()) + " (" + advice.basis() + ")"));
        for (int i = 0; i < advice.past().size(); i++) {
            out.append(width.lines(
                    indent + (i == 0 ? "past      " : "          "),
                    sentence(advice.past().get(i))));
        }
        said.ifPresent(why -> out.append(width.lines(indent + "model     ", why)));
        out.append(width.lines(indent + "evidence  ", String.join(", ", advice.evidence())));
        return out.toString();
    }

    private static String ceiling(double speedup) {
        return Double.isFinite(speedup) ? Words.number("%.2fx", speedup) : "no bound";
    }

    private static String verb(Advice.Kind kind) {
        return switch (kind) {
            case APPROVE -> "Approve: ";
            case AWAIT -> "Being tested: ";
            case ENABLE -> "Waits for you: ";
            case CARRY_OVER -> "Carry over: ";
            case TRY -> "Try: ";
            case SUGGESTED -> "A model suggests: ";
        };
    }

    private String measurement(Measurement measurement) {
        String subject = measurement.subject().isEmpty() ? "" : measurement.subject() + ": ";
        return width.lines("  ", subject + measurement.what())
                + width.lines("    why  ", measurement.why())
                + width.lines("    run  ", measurement.command());
    }

    private String idea(Idea idea) {
        return width.lines("  ", idea.bottleneck() + ": " + Words.printable(idea.title()))
                + width.lines("    ", Words.printable(idea.summary()));
    }

    private String past(PastVerdict past) {
        return width.lines("  ", sentence(past));
    }

    private static boolean isUntested(PastVerdict past) {
        return past.state() == HypothesisState.SCREENED_OUT;
    }

    private static String sentence(PastVerdict past) {
        return past.family() + ": " + past.title() + " " + past.state() + effect(past.ratio()) + ", " + past.reason()
                + " [" + past.id() + "]";
    }

    private static String effect(OptionalDouble ratio) {
        return ratio.isPresent() ? " " + Words.change(ratio) : "";
    }

    private static void section(StringBuilder out, String title, List<String> entries) {
        if (!entries.isEmpty()) {
            out.append(title).append('\n');
            entries.forEach(out::append);
            out.append('\n');
        }
    }
}
