package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.examples.cli.experiment.AbCommand.AbRequirement;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Decision;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Values of one parameter, each compared with the first. A win needs evidence of 400, so that of up to 20 values none is a false win with a
 * probability of 95 % (Bonferroni, e-values); of a loss the evidence must be 20 times their number.
 *
 * @param name what stands in braces in the command
 * @param values the baseline's first; at least two
 */
record AbParameter(String name, List<String> values) {
    private static final int MAX = 21;
    private static final double LOSS = 20;

    /** Runs the comparison of a value. */
    interface Comparing {
        AbResult found(String name, String baseline, String variant) throws Exception;
    }

    static AbParameter of(List<String> words) {
        if (words.size() != 2) {
            throw new InvalidInputException("-L", "was given more than once", "vary one parameter at a time");
        }
        List<String> values = List.of(words.get(1).split(",", -1));
        if (values.size() < 2 || values.size() > MAX || new HashSet<>(values).size() < values.size()) {
            throw new InvalidInputException(
                    "-L",
                    "'" + words.get(1) + "' are not 2 to " + MAX + " different values",
                    "write them such as 0,2,4");
        }
        return new AbParameter(words.get(0), values);
    }

    /** @throws InvalidInputException if the command does not hold the parameter */
    Answer compare(String command, Comparing comparing, Optional<AbRequirement> requirement) throws Exception {
        String braces = "{" + name + "}";
        if (!command.contains(braces)) {
            throw new InvalidInputException(
                    "-L", braces + " is not in the command", "write it where the value belongs");
        }
        String first = command.replace(braces, values.get(0));
        Table table = new Table(name, "median", "time", "interval", "pairs", "decision");
        ObjectNode json = Json.object().put("parameter", name).put("baseline_value", values.get(0));
        ArrayNode rows = json.putArray("values");
        boolean isMet = true;
        for (String value : values.subList(1, values.size())) {
            AbResult result = comparing.found(name + "=" + value + " ", first, command.replace(braces, value));
            if (rows.isEmpty() && !result.found().times().pairs().isEmpty()) {
                table.row(values.get(0), ReportText.seconds(result.baseline().median()), "", "", "", "");
            }
            Decision decision = decision(result);
            table.row(
                    value,
                    result.found().times().pairs().isEmpty()
                            ? Words.NONE
                            : ReportText.seconds(result.variant().median()),
                    Words.change(result.found().ratio()),
                    result.interval(),
                    "" + result.found().pairs(),
                    decision.name());
            ObjectNode row = Json.object().put("value", value);
            row.setAll(result.json());
            rows.add(row.put("decision", decision.name()));
            isMet &= requirement.map(each -> each.isMet(decision)).orElse(true);
        }
        return new Answer(json, table + footer(), isMet ? 0 : 1);
    }

    /** A loss counts only with evidence for as many questions as were asked. */
    private Decision decision(AbResult result) {
        boolean isWeak =
                result.found().decision() == Decision.LOSS && result.found().evidence() < LOSS * (values.size() - 1);
        return isWeak ? Decision.INCONCLUSIVE : result.found().decision();
    }

    private String footer() {
        int asked = values.size() - 1;
        return "Each value was compared with " + values.get(0)
                + " in pairs of its own. The chance of any false win or loss among " + asked + " is at most 5 %.\n";
    }
}
