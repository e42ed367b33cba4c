package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.simulation.Designs;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Markdown;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.spi.experiment.Design;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** What a verdict costs by each source of pairs, for programs and for people. */
final class DesignTable {
    private static final List<String> HEAD = List.of(
            "pairs from",
            "world",
            "noise",
            "effect",
            "found",
            "pairs",
            "extra h",
            "days",
            "runs, 9 of 10",
            "with it, 95 %");

    private DesignTable() {}

    static ObjectNode json(List<Designs.Score> scores) {
        ObjectNode json = Json.object();
        json.set("designs", Json.array(scores, DesignTable::score));
        return json;
    }

    private static ObjectNode score(Designs.Score score) {
        ObjectNode json = Json.object()
                .put("pairs_from", score.design().label())
                .put("world", score.world().label())
                .put("run_noise", score.noise())
                .put("effect", -score.effect() + 0.0)
                .put("experiments", score.experiments())
                .put("found", score.found())
                .put("mean_pairs", score.pairs())
                .put("extra_accelerator_hours", score.hours())
                .put("median_days", score.days());
        json.set(
                "scheduled_runs", score.design() == Design.FIELD ? Json.number(score.runs()) : Json.number(Double.NaN));
        json.put("runs_with_change", score.exposed());
        return json;
    }

    static String lines(List<Designs.Score> scores, boolean isMarkdown) {
        if (isMarkdown) {
            StringBuilder text =
                    new StringBuilder(Markdown.row(HEAD)).append(Markdown.row(Collections.nCopies(HEAD.size(), "---")));
            scores.forEach(score -> text.append(Markdown.row(cells(score))));
            return text.toString();
        }
        Table table = new Table(HEAD.toArray(String[]::new));
        scores.forEach(score -> table.row(cells(score).toArray(String[]::new)));
        return table.toString();
    }

    private static List<String> cells(Designs.Score score) {
        return List.of(
                score.design().label(),
                score.world().label(),
                number("%.2f", score.noise()),
                number("%+.0f %%", -100 * score.effect() + 0.0),
                number("%.3f", score.found()),
                number("%.1f", score.pairs()),
                number("%.2f", score.hours()),
                number("%.1f", score.days()),
                score.design() == Design.FIELD && Double.isFinite(score.runs()) ? number("%.0f", score.runs()) : "-",
                number("%.0f", score.exposed()));
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
