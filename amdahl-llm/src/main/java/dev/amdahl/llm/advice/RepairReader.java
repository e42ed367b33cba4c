package dev.amdahl.llm.advice;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.List;
import java.util.Optional;

/** Makes a proposal of a repaired patch: of the claim that it is for, an answer can change nothing else. */
record RepairReader(Hypothesis claim, PatchChange failed, String model) {
    /** A patch, or null from a model that knows none. */
    static final String SCHEMA = """
            {"type":"object","additionalProperties":false,"required":["patch"],"properties":{"patch":{"type":["string","null"]}}}""";

    /** Returns what an answer comes to; never throws. */
    Advice read(String text) {
        try {
            JsonNode answer = AnswerReader.JSON.readTree(text);
            JsonNode patch = answer.path("patch");
            Fault.unless(
                    answer.size() == 1 && (patch.isTextual() || patch.isNull()),
                    "it answers another question: '" + AnswerReader.shown(text, AnswerReader.MAX_NAME) + "'");
            return patch.isNull()
                    ? Advice.none("the model knows no repair of a patch that did not build")
                    : new Advice(List.of(proposal(ProposedPatch.of(patch.asText()))), List.of());
        } catch (JsonProcessingException invalid) {
            return left("it is not JSON: " + invalid.getOriginalMessage());
        } catch (Fault fault) {
            return left(String.valueOf(fault.getMessage()));
        }
    }

    private static Advice left(String why) {
        return Advice.none("a repair of the model was left out: " + why);
    }

    private Proposal proposal(PatchChange patch) throws Fault {
        Fault.unless(!patch.diff().equals(failed.diff()), "it is the very patch that did not build");
        return new Proposal(
                claim.title(),
                claim.addresses(),
                patch,
                claim.expectedFraction(),
                new Provenance(
                        Provenance.Origin.MODEL,
                        AnswerReader.SOURCE + AnswerReader.shown(model, AnswerReader.MAX_NAME),
                        Provenance.Maturity.EXPERIMENTAL),
                Optional.empty());
    }
}
