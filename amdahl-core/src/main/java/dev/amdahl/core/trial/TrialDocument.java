package dev.amdahl.core.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.StreamSupport;

/** The {@code amdahl.trial/1} document: what was measured of a trial, {@code null} where it was not; its schema is trial.schema.json. */
final class TrialDocument {
    static final String SCHEMA = "amdahl.trial/1";
    private static final String HELD = "held_seconds";

    private TrialDocument() {}

    static ObjectNode assemble(TrialRequest request, NodeRecord node, Path folder) {
        ObjectNode document = StrictJson.MAPPER.createObjectNode();
        document.put("schema", SCHEMA);
        document.put("key", request.key());
        document.put("host", node.text("host").orElse(""));
        ArrayNode arms = document.putArray("arms");
        boolean isStepped = false;
        for (ArmRequest arm : request.arms()) {
            ArmDocument.assemble(arm, node, folder.resolve(arm.name()), arms.addObject());
            isStepped |= node.moment(arm.name() + ".before")
                    .flatMap(before -> node.moment(arm.name() + ".after").map(after -> after.isSteppedSince(before)))
                    .orElse(false);
            isStepped |= NodeRun.read(node, arm.name()).stream().anyMatch(NodeRun::isStepped);
        }
        document.put("void_reason", isStepped ? "clock stepped" : null);
        OptionalDouble held = node.seconds("launched", "finished");
        ArmDocument.put(document, HELD, held.orElse(-1) >= 0 ? held : OptionalDouble.empty());
        return document;
    }

    /**
     * Reads a document back.
     *
     * @param folder where the trial's files lie
     * @throws IOException if it is not one
     */
    static TrialResult read(JsonNode document, Path folder) throws IOException {
        if (!document.path("schema").asText().equals(SCHEMA)) {
            throw new IOException("its schema is not " + SCHEMA);
        }
        return new MeasuredTrial(
                document.path("key").asText(),
                document.path("host").asText(),
                List.copyOf(StreamSupport.stream(document.path("arms").spliterator(), false)
                        .map(arm -> ArmDocument.read(arm, folder))
                        .toList()),
                ArmDocument.text(document.path("void_reason")),
                ArmDocument.number(document.path(HELD)));
    }
}
