package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.simulation.Benchmark;
import dev.amdahl.core.simulation.RuleScore;
import dev.amdahl.core.simulation.Tally;
import java.util.List;
import java.util.Locale;

/** What a simulation found, for programs and for people; false accepts always beside power. Stateless. */
final class SimulationTable {
    private static final double NORMAL_975 = 1.959963984540054;

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
        Table table = new Table(
                "rule",
                "false accepts",
                "power 2 %",
                "3 %",
                "5 %",
                "10 %",
                "FDR",
                "pairs",
                "null pairs",
                "claimed",
                "true");
        for (RuleScore score : scores) {
            Tally programme = score.programme();
            table.row(
                    score.name(),
                    Words.number("%.4f", score.nothingHelps().acceptRate()),
                    Words.number("%.2f", score.wins().get(0).acceptRate()),
                    Words.number("%.2f", score.wins().get(1).acceptRate()),
                    Words.number("%.2f", score.wins().get(2).acceptRate()),
                    Words.number("%.2f", score.wins().get(3).acceptRate()),
                    Words.number("%.3f", programme.falseDiscoveryRate()),
                    Words.number("%.1f", programme.meanPairs()),
                    Words.number("%.1f", score.nothingHelps().meanPairs()),
                    Words.number("%.3f", programme.claimedSpeedup()),
                    Words.number("%.3f", programme.trueSpeedup()));
        }
        return table + "\nAccepted by scenario that is no win:\n" + scenarios(scores);
    }

    private static Table scenarios(List<RuleScore> scores) {
        int columns = Benchmark.scenarios().size();
        String[] head = new String[scores.size() + 1];
        head[0] = "scenario";
        for (int i = 0; i < scores.size(); i++) {
            head[i + 1] = i < 2 ? scores.get(i).name() : "(" + (i - 1) + ")";
        }
        Table table = new Table(head);
        for (int k = 0; k < columns; k++) {
            String[] row = new String[scores.size() + 1];
            row[0] = Benchmark.scenarios().get(k);
            for (int i = 0; i < scores.size(); i++) {
                row[i + 1] = Words.number("%.2f", scores.get(i).others().get(k).acceptRate());
            }
            table.row(row);
        }
        return table;
    }
}
