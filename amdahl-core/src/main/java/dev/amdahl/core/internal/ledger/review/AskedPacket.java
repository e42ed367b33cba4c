package dev.amdahl.core.internal.ledger.review;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.spi.experiment.ExpectedSaving;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the loop told people beside the ledger when it asked: what a win is worth, and what to beware of. Untrusted text.
 *
 * @param evidenceHead the evidence it was asked for
 * @param warnings what the reader must see in red
 * @param notes what is the same for every change of its kind of this job
 * @param saving what it is worth; empty where that is not known
 */
public record AskedPacket(
        String evidenceHead, List<String> warnings, List<String> notes, Optional<ExpectedSaving> saving) {
    public AskedPacket {
        warnings = List.copyOf(warnings);
        notes = List.copyOf(notes);
    }

    static AskedPacket of(JsonNode json) {
        return new AskedPacket(
                json.path("evidence_head").asText(),
                texts(json.path("warnings")),
                texts(json.path("notes")),
                saving(json.path("saving")));
    }

    private static List<String> texts(JsonNode json) {
        List<String> texts = new ArrayList<>();
        json.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static Optional<ExpectedSaving> saving(JsonNode json) {
        double hours = json.path("accelerator_hours_per_week").asDouble(Double.NaN);
        double least = json.path("at_least_hours_per_week").asDouble(Double.NaN);
        double money = json.path("money_per_week").asDouble(0);
        boolean isKnown = Double.isFinite(hours) && Double.isFinite(least) && Double.isFinite(money);
        return isKnown
                ? Optional.of(new ExpectedSaving(
                        hours,
                        least,
                        hours == 0 ? 0 : money / hours,
                        json.path("currency").asText()))
                : Optional.empty();
    }
}
