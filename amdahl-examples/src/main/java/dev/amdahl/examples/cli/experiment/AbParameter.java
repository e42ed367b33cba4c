package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.examples.cli.experiment.AbCommand.AbRequirement;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Decision;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Values of one parameter, each compared with the first. A win or loss counts only where its p, times the number of values that are compared,
 * is at most .05 (Bonferroni), so that the chance of any false one is at most that.
 *
 * @param name what stands in braces in the command
 * @param values the baseline's first; at least two
 */
record AbParameter(String name, List<String> values) {
    /** The chance of any false answer over the whole list. */
    private static final double ERROR = .05;

    /** Runs the comparison of a value. */
    interface Comparing {
        AbResult found(String name, String baseline, String variant) throws Exception;
    }

    static AbParameter of(List<String> words) {
        if (words.size() != 2) {
            throw new InvalidInputException(
                    "-L",
                    "was given more than once",
                    "give it once; a value may hold several settings, such as -L flags '-w 2 -b 8,-w 4 -b 8'");
        }
        List<String> values = List.of(words.get(1).split(",", -1));
        if (values.size() < 2 || new HashSet<>(values).size() < values.size()) {
            throw new InvalidInputException(
                    "-L", "'" + words.get(1) + "' are not two or more different values", "write them such as 0,2,4");
        }
        return new AbParameter(words.get(0), values);
    }

    /** @throws InvalidInputException if the command does not hold the parameter */
    Answer compare(String command, Comparing comparing, Optional<AbRequirement> requirement, List<Path> exports)
            throws Exception {
        String braces = "{" + name + "}";
        if (!command.contains(braces)) {
            throw new InvalidInputException(
                    "-L", braces + " is not in the command", "write it where the value belongs");
        }
        String first = command.replace(braces, values.get(0));
        Table table = new Table(name, "median", "time", "interval", "pairs", "decision");
        ObjectNode json = Json.object().put("parameter", name).put("baseline_value", values.get(0));
        ArrayNode rows = json.putArray("values");
        List<AbExport.Measured> measured = new ArrayList<>();
        boolean isMet = true;
        for (String value : values.subList(1, values.size())) {
            String second = command.replace(braces, value);
            AbResult result = comparing.found(name + "=" + value + " ", first, second);
            measured.add(new AbExport.Measured(
                    Optional.of(new AbExport.Parameter(name, values.get(0), value)), result, first, second));
            if (rows.isEmpty() && !result.found().times().pairs().isEmpty()) {
                table.row(values.get(0), ReportText.seconds(result.baseline().median()), "", "", "", "");
            }
            Decision decision = decision(result);
            table.row(
                    value,
                    result.found().times().pairs().isEmpty()
                            ? Words.NONE
                            : ReportText.seconds(result.variant().median()),
                    result.change(),
                    result.interval(),
                    "" + result.found().pairs(),
                    decision.name());
            ObjectNode row = Json.object().put("value", value);
            row.setAll(result.json());
            rows.add(row.put("decision", decision.name()));
            isMet &= requirement.map(each -> each.isMet(decision)).orElse(true);
        }
        AbExport.write(measured, exports);
        return new Answer(json, table + footer(), isMet ? 0 : 1);
    }

    /** A win or loss stands only with a p that is small enough for as many questions as were asked. */
    private Decision decision(AbResult result) {
        Decision alone = result.found().decision();
        boolean isClaim = alone == Decision.WIN || alone == Decision.LOSS;
        return isClaim && result.found().p() > ERROR / (values.size() - 1) ? Decision.INCONCLUSIVE : alone;
    }

    private String footer() {
        int asked = values.size() - 1;
        return Width.line(
                "",
                "Each value was compared with " + values.get(0)
                        + " in pairs of its own. The chance of any false win or loss among " + asked
                        + " is at most 5 %.");
    }
}
