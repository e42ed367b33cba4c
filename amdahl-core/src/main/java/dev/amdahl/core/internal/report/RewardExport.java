package dev.amdahl.core.internal.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.amdahl.core.internal.refine.GroupAdvantage;
import dev.amdahl.core.internal.refine.StagedReward;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Writes what was claimed, measured and decided, one line of JSON for each hypothesis, with its staged reward and its advantage over
 * the other hypotheses of its family. Every text passes {@link Redaction}. Nothing writes it unless it is asked to.
 */
public final class RewardExport {
    private static final JsonMapper JSON = new JsonMapper();

    private RewardExport() {}

    /** Writes all hypotheses of a view, in order of proposal, and returns how many there were. */
    public static int write(LedgerView view, OutputStream out) throws IOException {
        Map<String, Double> advantages = advantages(view);
        int count = 0;
        for (Dossier dossier : offered(view)) {
            ObjectNode line = line(dossier);
            Double advantage = advantages.get(dossier.id());
            line.put("advantage", advantage);
            out.write(JSON.writeValueAsString(redacted(line)).getBytes(StandardCharsets.UTF_8));
            out.write('\n');
            count++;
        }
        return count;
    }

    private static List<Dossier> offered(LedgerView view) {
        return view.dossiers().stream()
                .filter(dossier -> !dossier.hypothesis().isPlanted())
                .toList();
    }

    private static Map<String, Double> advantages(LedgerView view) {
        Map<String, List<Dossier>> groups = new HashMap<>();
        for (Dossier dossier : offered(view)) {
            if (StagedReward.of(dossier).isPresent()) {
                groups.computeIfAbsent(dossier.hypothesis().family(), first -> new ArrayList<>())
                        .add(dossier);
            }
        }
        Map<String, Double> advantages = new HashMap<>();
        for (List<Dossier> group : groups.values()) {
            double[] values = GroupAdvantage.of(group.stream()
                    .mapToDouble(dossier -> StagedReward.of(dossier).orElseThrow())
                    .toArray());
            for (int i = 0; i < values.length; i++) {
                advantages.put(group.get(i).id(), values[i]);
            }
        }
        return advantages;
    }

    private static ObjectNode line(Dossier dossier) {
        ObjectNode line = JSON.createObjectNode();
        line.set("hypothesis", hypothesis(dossier.hypothesis()));
        ArrayNode evidence = line.putArray("evidence");
        dossier.verdict()
                .map(Verdict::evidence)
                .orElse(dossier.hypothesis().evidence())
                .forEach(evidence::add);
        line.set(
                "comparison", dossier.comparison().map(RewardExport::comparison).orElse(null));
        ArrayNode votes = line.putArray("votes");
        for (Vote vote : dossier.votes()) {
            votes.addObject()
                    .put("refuter", vote.refuter())
                    .put("ballot", vote.ballot().name())
                    .put("reason", vote.reason());
        }
        line.put("state", dossier.state().name());
        line.put("reason", dossier.reason());
        line.put("result", dossier.verdict().map(Verdict::result).orElse(null));
        OptionalDouble reward = StagedReward.of(dossier);
        line.put("reward", reward.isPresent() ? Double.valueOf(reward.getAsDouble()) : null);
        return line;
    }

    private static ObjectNode hypothesis(Hypothesis hypothesis) {
        ObjectNode json = JSON.createObjectNode()
                .put("id", hypothesis.id())
                .put("family", hypothesis.family())
                .put("title", hypothesis.title())
                .put("origin", hypothesis.provenance().origin().name())
                .put("source", hypothesis.provenance().source())
                .put("fingerprint", hypothesis.fingerprint().hex());
        ArrayNode addresses = json.putArray("addresses");
        hypothesis.addresses().forEach(address -> addresses.add(address.name()));
        OptionalDouble expected = hypothesis.expectedFraction();
        json.put("expected_fraction", expected.isPresent() ? Double.valueOf(expected.getAsDouble()) : null);
        change(hypothesis.change(), json);
        return json;
    }

    private static void change(Change change, ObjectNode json) {
        if (change instanceof PatchChange patch) {
            json.put("diff", patch.diff());
        } else if (change instanceof ConfigChange config) {
            ArrayNode settings = json.putArray("settings");
            for (LeverSetting setting : config.settings()) {
                settings.addObject()
                        .put("lever", setting.lever())
                        .put("from", setting.from())
                        .put("to", setting.to());
            }
        }
    }

    private static JsonNode comparison(Comparison comparison) {
        ObjectNode json = JSON.createObjectNode().put("pairs", comparison.pairs());
        finite(json, "ratio", comparison.ratio());
        finite(json, "lower", comparison.lower());
        finite(json, "upper", comparison.upper());
        return json;
    }

    private static void finite(ObjectNode json, String name, OptionalDouble value) {
        json.put(
                name,
                Optional.of(value)
                        .filter(found -> Double.isFinite(found.orElse(Double.NaN)))
                        .map(OptionalDouble::getAsDouble)
                        .orElse(null));
    }

    /** Returns the one place that every text of the export passes. */
    private static JsonNode redacted(JsonNode node) {
        if (node.isTextual()) {
            return TextNode.valueOf(Redaction.of(node.textValue()));
        }
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, redacted(array.get(i)));
            }
        } else if (node instanceof ObjectNode object) {
            object.properties().forEach(property -> property.setValue(redacted(property.getValue())));
        }
        return node;
    }
}
