package dev.amdahl.examples.cli.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;

/**
 * The answer of {@code burnin --nodes}.
 *
 * @param found what was found
 */
record ClusterAnswer(ClusterBurnin.Found found) {
    private static final String NONE = "NONE";

    Answer answer() {
        HostHealth.ClusterVerdict verdict = found.verdict();
        ObjectNode json = json(verdict);
        json.set("nodes", Json.array(found.nodes(), ClusterAnswer::json));
        json.set("all_reduce", BurninAnswer.json(found.allReduce()));
        return Answer.of(json, text(), verdict.outcome() == HostHealth.ClusterVerdict.Outcome.ACCEPTED);
    }

    private static ObjectNode json(HostHealth.ClusterVerdict verdict) {
        ObjectNode json = Json.object();
        json.put("verdict", verdict.outcome().name());
        json.put("cluster", verdict.cluster());
        json.put("provider", verdict.provider());
        json.set("sick", Json.texts(verdict.sick()));
        json.set("reasons", Json.texts(verdict.reasons()));
        json.set("not_tested", Json.texts(verdict.untested()));
        return json;
    }

    private static ObjectNode json(NodeVerdict node) {
        ObjectNode json = Json.object();
        json.put("host", node.host());
        json.put("verdict", grade(node));
        json.put("devices", (int) node.devices().stream()
                .filter(device -> !device.device().equals(NodeVerdict.HOST))
                .count());
        json.set("reasons", Json.texts(node.reasons()));
        return json;
    }

    private static String grade(NodeVerdict node) {
        return node.grade().map(Enum::name).orElse(NONE);
    }

    private static String words(HostHealth.ClusterVerdict verdict) {
        String what = verdict.outcome() == HostHealth.ClusterVerdict.Outcome.SENT_BACK
                ? "SENT BACK"
                : verdict.untested().isEmpty() ? "ACCEPTED" : "ACCEPTED as far as it was tested";
        return what + "  " + verdict.cluster() + (verdict.provider().isEmpty() ? "" : " of " + verdict.provider());
    }

    private String text() {
        Table table = new Table("node", "verdict", "why");
        found.nodes()
                .forEach(node -> table.row(
                        Table.clean(node.host()),
                        grade(node),
                        Table.clean(
                                node.reasons().isEmpty() ? "" : node.reasons().get(0))));
        StringBuilder out = new StringBuilder(Table.clean(words(found.verdict())));
        out.append('\n').append(table);
        Width width = Width.ofTerminal();
        found.verdict().reasons().forEach(reason -> out.append(width.lines("  ", Table.clean(reason))));
        found.verdict().untested().forEach(gap -> out.append(width.lines("  not tested: ", Table.clean(gap))));
        return out.toString();
    }
}
