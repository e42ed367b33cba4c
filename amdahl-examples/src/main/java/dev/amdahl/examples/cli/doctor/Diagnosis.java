package dev.amdahl.examples.cli.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.doctor.Check.Grade;
import dev.amdahl.spi.Plurals;
import java.util.List;

/**
 * All that was looked at.
 *
 * @param checks in the order of looking
 * @param hasLedger whether a ledger was named
 */
record Diagnosis(List<Check> checks, boolean hasLedger) {
    private static final int PLACE = 30;

    Diagnosis {
        checks = List.copyOf(checks);
    }

    Answer answer() {
        boolean isSound = count(Grade.FAIL) == 0;
        ObjectNode json = Json.object()
                .put("ok", isSound)
                .put("warnings", count(Grade.WARN))
                .put("failures", count(Grade.FAIL));
        json.set("checks", Json.array(checks, Check::json));
        return Answer.of(json, text(Width.ofTerminal()), isSound);
    }

    private long count(Grade grade) {
        return checks.stream().filter(check -> check.grade() == grade).count();
    }

    private String text(Width width) {
        StringBuilder out = new StringBuilder();
        for (Check check : checks) {
            String place = Table.clean(check.area() + " " + check.name());
            String label = String.format("%-6s%-" + PLACE + "s ", check.grade().word(), place);
            out.append(width.lines(label, check.found()));
            if (!check.remedy().isEmpty()) {
                out.append(width.lines(" ".repeat(PLACE + 7) + "-> ", check.remedy()));
            }
        }
        String all = checks.size() + " checks: " + count(Grade.FAIL) + " failed, "
                + Plurals.of(count(Grade.WARN), "warning") + "."
                + (hasLedger ? "" : " No ledger was looked at: add --ledger FILE-OR-URL.");
        return out.append('\n').append(Width.line("", all)).toString();
    }
}
