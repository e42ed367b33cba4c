package dev.amdahl.examples.cli.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.gpu.health.CheckResult;
import dev.amdahl.gpu.health.Grade;
import dev.amdahl.gpu.health.HostReport;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The answer of {@code burnin --all}.
 *
 * @param host where it ran
 * @param report what was found
 */
record HostAnswer(String host, HostReport report) {

    Answer answer() {
        ObjectNode json = Json.object();
        json.put("verdict", report.grade().name());
        json.put("backend", report.backend());
        json.put("device", model());
        json.put("host", host);
        json.set("phases", Json.array(report.phases(), BurninAnswer::json));
        json.set("reasons", Json.texts(report.reasons()));
        json.put("host_verdict", report.ofHost().name());
        json.set("devices", Json.array(report.devices(), HostAnswer::json));
        json.set("not_tested", Json.texts(report.untested()));
        return Answer.of(json, text(), report.grade() != Grade.FAIL);
    }

    private String model() {
        return report.devices().stream()
                .map(device -> device.report().device().name())
                .distinct()
                .reduce((one, more) -> one + ", " + more)
                .orElse("none");
    }

    private static ObjectNode json(HostReport.OfDevice device) {
        ObjectNode json = Json.object();
        json.put("device", device.id());
        json.put("model", device.report().device().name());
        json.put("driver", device.report().device().versions().getOrDefault("driver", ""));
        json.put("verdict", device.report().grade().name());
        json.set("phases", Json.array(device.report().phases(), BurninAnswer::json));
        return json;
    }

    private String text() {
        Table table = new Table("of", "phase", "outcome", "seconds", "measured");
        report.devices()
                .forEach(device ->
                        rows(table, "device " + device.id(), device.report().phases()));
        rows(table, "host", report.phases());
        Width width = Width.ofTerminal();
        String devices = report.devices().size() + " x " + model();
        return BurninAnswer.text(report.grade(), devices, report.backend(), host, table, report.reasons())
                + report.untested().stream()
                        .map(gap -> width.lines("  not tested: ", gap))
                        .collect(Collectors.joining());
    }

    private static void rows(Table table, String of, List<CheckResult> phases) {
        for (CheckResult phase : phases) {
            boolean isTested = phase.outcome() != CheckResult.Outcome.SKIP;
            table.row(
                    of,
                    phase.check(),
                    isTested ? phase.outcome().name().toLowerCase(Locale.ROOT) : "not tested",
                    Words.number("%.1f", phase.seconds()),
                    BurninAnswer.measured(phase));
        }
    }
}
