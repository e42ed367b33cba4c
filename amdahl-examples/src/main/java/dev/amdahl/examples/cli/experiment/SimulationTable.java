package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.simulation.Benchmark;
import dev.amdahl.core.internal.simulation.RuleScore;
import dev.amdahl.core.internal.simulation.Tally;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** What a simulation found, for programs and for people; false accepts always beside power. */
final class SimulationTable {
    private static final double NORMAL_975 = 1.959963984540054;

    private static final String SCENARIOS = "Share accepted where the change is not a win:";
    private static final List<String> HEAD = List.of(
            "rule",
            "false accepts",
            "power 2 %",
            "3 %",
            "5 %",
            "10 %",
            "FDR",
            "pairs",
            "no effect",
            "2 %",
            "3 %",
            "5 %",
            "10 %",
            "claimed",
            "true");

    private SimulationTable() {}

    static ObjectNode json(List<RuleScore> scores) {
        ObjectNode json = Json.object();
        json.set("rules", Json.array(scores, SimulationTable::rule));
        return json;
    }

    private static ObjectNode rule(RuleScore score) {
        ObjectNode rule = Json.object().put("name", score.name());
        rule.set("false_accepts", Json.number(score.nothingHelps().acceptRate()));
        rule.set("false_accepts_interval", interval(score.nothingHelps()));
        ObjectNode power = Json.object();
        ObjectNode powerInterval = Json.object();
        ObjectNode pairs = Json.object();
        pairs.set("0", Json.number(score.nothingHelps().meanPairs()));
        for (int i = 0; i < Benchmark.EFFECTS.size(); i++) {
            String effect = String.format(Locale.ROOT, "%.2f", Benchmark.EFFECTS.get(i));
            Tally tally = score.wins().get(i);
            power.set(effect, Json.number(tally.acceptRate()));
            powerInterval.set(effect, interval(tally));
            pairs.set(effect, Json.number(tally.meanPairs()));
        }
        rule.set("power", power);
        rule.set("power_interval", powerInterval);
        Tally programme = score.programme();
        rule.set("fdr", Json.number(programme.falseDiscoveryRate()));
        rule.put("fdr_accepts", programme.accepts()).put("fdr_false_accepts", programme.falseAccepts());
        rule.set("mean_pairs", Json.number(programme.meanPairs()));
        rule.set("mean_pairs_by_effect", pairs);
        rule.set("claimed_speedup", Json.number(programme.claimedSpeedup()));
        rule.set("true_speedup", Json.number(programme.trueSpeedup()));
        rule.set("coverage", Json.number(programme.coverage()));
        ObjectNode scenarios = Json.object();
        for (int i = 0; i < score.others().size(); i++) {
            Tally tally = score.others().get(i);
            ObjectNode scenario = Json.object().put("experiments", tally.experiments());
            scenario.set("accepts", Json.number(tally.acceptRate()));
            scenario.set("mean_pairs", Json.number(tally.meanPairs()));
            scenarios.set(Benchmark.scenarios().get(i), scenario);
        }
        rule.set("scenarios", scenarios);
        return rule;
    }

    /** Wilson's 95 % interval of the accept rate (Wilson 1927). */
    private static JsonNode interval(Tally tally) {
        double n = tally.experiments();
        double rate = tally.accepts() / n;
        double squared = NORMAL_975 * NORMAL_975;
        double centre = (rate + squared / (2 * n)) / (1 + squared / n);
        double half = NORMAL_975 * Math.sqrt(rate * (1 - rate) / n + squared / (4 * n * n)) / (1 + squared / n);
        return JsonNodeFactory.instance
                .arrayNode()
                .add(Math.max(0, centre - half))
                .add(Math.min(1, centre + half));
    }

    static String text(List<RuleScore> scores) {
        Table rules = new Table(HEAD.toArray(String[]::new));
        scores.forEach(score -> rules.row(cells(score).toArray(String[]::new)));
        Table scenarios = new Table(scenarioHead(scores).toArray(String[]::new));
        for (int k = 0; k < Benchmark.scenarios().size(); k++) {
            scenarios.row(scenario(scores, k).toArray(String[]::new));
        }
        return rules + "\n" + SCENARIOS + "\n\n" + scenarios;
    }

    static String markdown(List<RuleScore> scores) {
        StringBuilder text = new StringBuilder(line(HEAD)).append(line(Collections.nCopies(HEAD.size(), "---")));
        scores.forEach(score -> text.append(line(cells(score))));
        List<String> head = scenarioHead(scores);
        text.append('\n').append(SCENARIOS).append("\n\n");
        text.append(line(head)).append(line(Collections.nCopies(head.size(), "---")));
        for (int k = 0; k < Benchmark.scenarios().size(); k++) {
            text.append(line(scenario(scores, k)));
        }
        return text.toString();
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static List<String> cells(RuleScore score) {
        Tally programme = score.programme();
        List<String> cells = new ArrayList<>();
        cells.add(score.name());
        cells.add(Words.number("%.4f", score.nothingHelps().acceptRate()));
        score.wins().forEach(win -> cells.add(Words.number("%.3f", win.acceptRate())));
        cells.add(Words.number("%.3f", programme.falseDiscoveryRate()));
        cells.add(Words.number("%.1f", programme.meanPairs()));
        cells.add(Words.number("%.1f", score.nothingHelps().meanPairs()));
        score.wins().forEach(win -> cells.add(Words.number("%.1f", win.meanPairs())));
        cells.add(Words.number("%.3f", programme.claimedSpeedup()));
        cells.add(Words.number("%.3f", programme.trueSpeedup()));
        return cells;
    }

    /** Our rules by name, the others by their line in the table above. */
    private static List<String> scenarioHead(List<RuleScore> scores) {
        List<String> head = new ArrayList<>(List.of("scenario"));
        for (int i = 0; i < scores.size(); i++) {
            head.add(i < 2 ? scores.get(i).name() : "line " + (i + 1));
        }
        return head;
    }

    private static List<String> scenario(List<RuleScore> scores, int k) {
        List<String> cells = new ArrayList<>(List.of(Benchmark.scenarios().get(k)));
        scores.forEach(
                score -> cells.add(Words.number("%.2f", score.others().get(k).acceptRate())));
        return cells;
    }
}
