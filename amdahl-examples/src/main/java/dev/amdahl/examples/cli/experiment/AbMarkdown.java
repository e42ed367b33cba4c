package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.stats.design.Exclusion;
import dev.amdahl.examples.cli.common.Machine;
import dev.amdahl.examples.cli.common.Markdown;
import dev.amdahl.examples.cli.common.SelfCommand;
import dev.amdahl.examples.cli.common.Shell;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * A comparison as it is pasted into a pull request: the decision in words, its figures, where they were taken, and how to take
 * them again.
 *
 * @param result how it ended
 * @param machine where they ran
 * @param version of this program
 * @param call the words that were typed after its name
 */
record AbMarkdown(AbResult result, Machine machine, String version, List<String> call) {
    AbMarkdown {
        call = List.copyOf(call);
    }

    String text() {
        StringBuilder out = new StringBuilder();
        out.append("**")
                .append(result.found().decision())
                .append(": ")
                .append(decision())
                .append("**\n\n");
        out.append(Markdown.row(List.of("", "baseline", "variant", "change", "interval")));
        out.append("|---|--:|--:|--:|--:|\n");
        out.append(Markdown.row(List.of(
                "time (median)",
                seconds(result.found().times().baseline()),
                seconds(result.found().times().variant()),
                result.change(),
                result.interval())));
        out.append('\n').append("- ").append(basis()).append('\n');
        lines().forEach(line -> out.append("- ").append(Markdown.text(line)).append('\n'));
        out.append("- on ")
                .append(Markdown.text(machine.toString()))
                .append(load())
                .append("\n\n");
        return out.append("Repeat with ")
                .append(Markdown.text(version))
                .append(":\n\n")
                .append(Markdown.block("sh", SelfCommand.name() + typed()))
                .toString();
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>(result.checks().stream().toList());
        lines.addAll(result.found().reasons());
        lines.add("work " + result.work());
        return lines;
    }

    private String decision() {
        String size = Words.number("%.1f %%", Math.abs(100 * (result.ratio().orElse(Double.NaN) - 1)));
        return switch (result.found().decision()) {
            case WIN -> "the variant takes " + size + " less time";
            case LOSS ->
                result.ratio().isEmpty() ? "the variant takes more time" : "the variant takes " + size + " more time";
            case EQUIVALENT -> noEffect("no difference that matters");
            case NOT_SEEN -> noEffect("no difference was found, but there may be one");
            case INCONCLUSIVE -> "undecided: the pairs were not conclusive";
            case INSUFFICIENT -> "too little was measured to say";
            case REFUTED -> "no fair comparison, whatever the times say";
            case INVALID -> "no valid comparison";
        };
    }

    private String noEffect(String otherwise) {
        return result.found().reasons().stream()
                .findFirst()
                .map(Exclusion::claim)
                .filter(claim -> claim.startsWith("no effect"))
                .map(Markdown::text)
                .orElse(otherwise);
    }

    private String basis() {
        String panel = result.panel().map(said -> ", " + said).orElse("");
        return result.found().pairs() == 0
                ? "no usable pairs" + panel
                : result.found().pairs() + " interleaved "
                        + Plurals.noun(result.found().pairs(), "pair") + " in random order, evidence "
                        + Words.number("%.4g", result.found().evidence())
                        + (result.found().decision() == Decision.LOSS ? " for a loss" : "")
                        + Words.number(" (p at most %.2g)", result.found().p())
                        + panel;
    }

    private String load() {
        return result.found().times().minLoad().isEmpty()
                ? ""
                : ", load " + Words.number("%.1f", result.found().times().minLoad()) + " to "
                        + Words.number("%.1f", result.found().times().maxLoad());
    }

    private static String seconds(OptionalDouble seconds) {
        return Words.number("%.3f s", seconds);
    }

    /** Returns one option a line. */
    private String typed() {
        return call.stream()
                .map(word -> (word.startsWith("--") ? " \\\n    " : " ") + Shell.quoted(word))
                .collect(Collectors.joining());
    }
}
