package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ArmTimes;
import dev.amdahl.core.ComparisonResult;
import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Outcomes;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.experiment.Decision;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The answer of {@code ab}. */
public record AbResult(ComparisonResult found, List<String> outputs) {
    public AbResult {
        outputs = List.copyOf(outputs);
    }

    private static OptionalDouble inverse(OptionalDouble value) {
        return value.isPresent() ? OptionalDouble.of(1 / value.getAsDouble()) : value;
    }

    public ObjectNode json() {
        ObjectNode json = Json.object().put("decision", found.decision().name());
        json.set("speedup", Json.number(inverse(found.ratio())));
        json.set(
                "interval",
                found.lower().isPresent() && found.upper().isPresent()
                        ? Json.array(List.of(inverse(found.upper()), inverse(found.lower())), Json::number)
                        : Json.number(Double.NaN));
        json.put("pairs", found.pairs());
        if (!found.times().pairs().isEmpty()) {
            json.set("baseline", baseline().json());
            json.set("variant", variant().json());
        }
        json.put("work_checked", !outputs.isEmpty());
        json.set("evidence", Json.number(found.evidence()));
        json.set("p", Json.number(found.p()));
        json.set("votes", Outcomes.votes(found.votes()));
        json.set("reasons", Json.texts(found.reasons()));
        return json;
    }

    public String text() {
        StringBuilder text = new StringBuilder().append(found.decision()).append('\n');
        if (!found.times().pairs().isEmpty()) {
            Table table = new Table("", "median", "mean ± sd", "range", "runs");
            table.row(baseline().cells("baseline"));
            table.row(variant().cells("variant"));
            text.append(table);
        }
        if (found.pairs() > 0) {
            String size = change()
                    + (found.ratio().isPresent() ? "  " : " of the medians; ")
                    + (found.lower().isPresent() ? interval() : "too few pairs for an interval");
            line(text, "time", change().equals(Words.NONE) ? "too few pairs to tell" : size);
        }
        line(text, "pairs", found.pairs() == 0 ? "none counts" : "" + found.pairs());
        if (found.pairs() > 0) {
            line(
                    text,
                    "evidence",
                    Words.number("%.4g", found.evidence())
                            + (found.decision() == Decision.LOSS ? " for a loss" : " for a saving")
                            + Words.number(" (p %.3g)", found.p()));
        }
        if (found.pairs() > 0 || !outputs.isEmpty()) {
            line(text, "work", work());
        }
        checks().ifPresent(said -> line(text, "checks", said));
        panel().ifPresent(said -> line(text, "panel", said));
        for (int at = 0; at < found.reasons().size(); at++) {
            line(text, at == 0 ? "reason" : "", found.reasons().get(at));
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(Width.line(String.format(Locale.ROOT, "%-10s", name), value));
    }

    ArmSample baseline() {
        return ArmSample.of(found.times(), ArmTimes.Pair::baseline);
    }

    ArmSample variant() {
        return ArmSample.of(found.times(), ArmTimes.Pair::variant);
    }

    /** Returns whether it is known that both did the same work. */
    String work() {
        if (found.pairs() == 0 && found.votes().isEmpty()) {
            return "not checked: no pair was compared";
        }
        return outputs.isEmpty()
                ? "not checked: no output is compared (--output PATH)"
                : "compared in every pair: "
                        + outputs.stream()
                                .map(path -> path.equals("-") ? "standard output" : path)
                                .collect(Collectors.joining(", "));
    }

    /** Returns how many checks could look and how many could not, in a line; empty where nobody examined it. */
    Optional<String> checks() {
        Examined examined = Examined.of(found.votes());
        int looked = examined.looked().size();
        int blind = examined.couldNotLook().size();
        return looked + blind == 0
                ? Optional.empty()
                : Optional.of(looked + " found no other explanation"
                        + (blind == 0 ? "" : ", " + blind + " had nothing to look at (--json names them)"));
    }

    /** Returns what the panel said; of a veto alone who gave it, since nobody else was asked. */
    Optional<String> panel() {
        return Examined.of(found.votes()).words();
    }

    /** Returns the change of the time by the estimate, or else by the medians of both; a dash where there are none. */
    String change() {
        return Words.change(ratio());
    }

    OptionalDouble ratio() {
        return found.ratio().isPresent() ? found.ratio() : ofMedians(found.times());
    }

    static OptionalDouble ofMedians(ArmTimes times) {
        return times.baseline().isPresent()
                        && times.variant().isPresent()
                        && times.baseline().getAsDouble() > 0
                ? OptionalDouble.of(
                        times.variant().getAsDouble() / times.baseline().getAsDouble())
                : OptionalDouble.empty();
    }

    /** Both ends, or a dash. */
    String interval() {
        return found.lower().isPresent()
                ? "[" + Words.change(found.lower()) + ", " + Words.change(found.upper()) + "]"
                : Words.NONE;
    }
}
