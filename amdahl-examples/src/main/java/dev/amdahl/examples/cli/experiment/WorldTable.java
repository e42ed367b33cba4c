package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.simulation.Worlds;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** False accepts beside false refusals, world by world, for programs and for people. */
final class WorldTable {
    private WorldTable() {}

    static ObjectNode json(List<Worlds.Score> scores) {
        ObjectNode json = Json.object();
        json.set("worlds", Json.array(scores, WorldTable::world));
        return json;
    }

    private static ObjectNode world(Worlds.Score score) {
        ObjectNode world = Json.object().put("name", score.world());
        world.set("false_accepts", Json.number(score.nothing().tally().acceptRate()));
        world.set("mean_pairs", Json.number(score.nothing().tally().meanPairs()));
        ObjectNode wins = Json.object();
        for (int k = 0; k < Worlds.EFFECTS.size(); k++) {
            Worlds.Cell cell = score.wins().get(k);
            ObjectNode win = Json.object();
            win.set("accepted", Json.number(cell.tally().acceptRate()));
            win.put("accepted_within_60_pairs", soon(cell));
            win.set("refuted", Json.number(cell.tally().refutedRate()));
            win.set("mean_pairs", Json.number(cell.tally().meanPairs()));
            win.set("claimed_speedup", Json.number(cell.tally().claimedSpeedup()));
            win.set("true_speedup", Json.number(cell.tally().trueSpeedup()));
            win.set("coverage", Json.number(cell.tally().coverage()));
            wins.set(String.format(Locale.ROOT, "%.2f", Worlds.EFFECTS.get(k)), win);
        }
        world.set("wins", wins);
        return world;
    }

    private static double soon(Worlds.Cell cell) {
        return cell.soon() / (double) cell.tally().experiments();
    }

    static String lines(List<Worlds.Score> scores, boolean isMarkdown) {
        List<String> head = new ArrayList<>(List.of("world", "false accepts"));
        for (double effect : Worlds.EFFECTS) {
            String size = String.format(Locale.ROOT, "%.0f %%", 100 * effect);
            head.addAll(
                    List.of(size + " found", "within " + Worlds.SOON, "refuted", "pairs", "claimed/true", "covered"));
        }
        if (!isMarkdown) {
            Table table = new Table(head.toArray(String[]::new));
            scores.forEach(score -> table.row(cells(score).toArray(String[]::new)));
            return table.toString();
        }
        StringBuilder text = new StringBuilder(line(head)).append(line(Collections.nCopies(head.size(), "---")));
        scores.forEach(score -> text.append(line(cells(score))));
        return text.toString();
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private static List<String> cells(Worlds.Score score) {
        List<String> cells = new ArrayList<>();
        cells.add(score.world());
        cells.add(share(score.nothing().tally().acceptRate(), 4));
        for (Worlds.Cell cell : score.wins()) {
            cells.add(share(cell.tally().acceptRate(), 3));
            cells.add(share(OptionalDouble.of(soon(cell)), 3));
            cells.add(share(cell.tally().refutedRate(), 4));
            cells.add(share(cell.tally().meanPairs(), 1));
            OptionalDouble claimed = cell.tally().claimedSpeedup();
            OptionalDouble truth = cell.tally().trueSpeedup();
            cells.add(
                    claimed.isEmpty() || truth.isEmpty()
                            ? "-"
                            : share(
                                    OptionalDouble.of(Math.log(claimed.getAsDouble()) / Math.log(truth.getAsDouble())),
                                    2));
            cells.add(share(cell.tally().coverage(), 2));
        }
        return cells;
    }

    private static String share(OptionalDouble value, int digits) {
        return value.isPresent() ? String.format(Locale.ROOT, "%." + digits + "f", value.getAsDouble()) : "-";
    }
}
