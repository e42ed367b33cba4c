package dev.amdahl.examples.cli.common;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.loop.verify.Disclosure;
import dev.amdahl.core.internal.loop.verify.RedLines;
import dev.amdahl.core.internal.report.accounts.Passage;
import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.PlantedWins;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Vote;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What became of hypotheses, as JSON rows. Effects are relative changes of the metric: -0.2 is 20 % less. */
public final class Outcomes {
    private Outcomes() {}

    public static ArrayNode rows(LedgerView view) {
        return Json.array(view.dossiers(), dossier -> row(view, dossier));
    }

    public static ObjectNode row(LedgerView view, Dossier dossier) {
        Optional<Comparison> comparison = dossier.comparison();
        ObjectNode row = Json.object()
                .put("id", dossier.id())
                .put("family", dossier.hypothesis().family())
                .put("class", dossier.hypothesis().bottleneck().name())
                .put("title", dossier.hypothesis().title())
                .put("state", dossier.state().name())
                .put("reason", dossier.reason());
        row.set("ceiling", Json.number(dossier.screening().acceleratorCeiling()));
        row.set("effect", effect(dossier));
        row.set("interval", interval(comparison));
        row.put("pairs", comparison.map(Comparison::pairs).orElse(0));
        row.set("votes", votes(dossier.votes()));
        row.set("warnings", Json.texts(RedLines.of(view, dossier)));
        row.set("not_checked", Json.texts(Examined.of(dossier.votes()).couldNotLook()));
        row.set("disclosure", disclosure(Disclosure.of(view, dossier)));
        return row;
    }

    /** Returns how many planted wins of each size were judged and found. */
    public static ArrayNode planted(LedgerView view) {
        return Json.array(
                PlantedWins.bySize(view.dossiers()),
                size -> Json.object()
                        .put("effect", size.effect())
                        .put("planted", size.planted())
                        .put("judged", size.judged())
                        .put("found", size.found()));
    }

    /** Returns how many patches that nobody answers for came to each stage, what it took, and why some went no further. */
    public static ArrayNode candidates(List<Passage.Gate> gates) {
        return Json.array(gates, Outcomes::gate);
    }

    private static ObjectNode gate(Passage.Gate gate) {
        ObjectNode json = Json.object()
                .put("stage", gate.name())
                .put("entered", gate.entered())
                .put("left", gate.left().size())
                .put("seconds", gate.seconds())
                .put("tokens", gate.tokens())
                .put("money", gate.money());
        json.set(
                "why",
                Json.array(
                        gate.left(),
                        left -> Json.object()
                                .put("hypothesis", left.hypothesis())
                                .put("reason", left.reason())));
        return json;
    }

    private static ObjectNode disclosure(Disclosure disclosure) {
        ObjectNode json = Json.object()
                .put("baseline_first", disclosure.baselineFirst())
                .put("variant_first", disclosure.variantFirst())
                .put("replication", disclosure.replication().kind().name());
        json.set(
                "unprotected",
                Json.texts(disclosure.unprotected().stream().map(Enum::name).toList()));
        json.set(
                "left_out",
                Json.object()
                        .put("of", disclosure.exclusions().assigned())
                        .put("first_arm", disclosure.places().first())
                        .put("second_arm", disclosure.places().second())
                        .put("both_arms", disclosure.places().both())
                        .put("neither", disclosure.places().other())
                        .put("baseline", disclosure.exclusions().baseline())
                        .put("variant", disclosure.exclusions().variant()));
        return json;
    }

    public static JsonNode effect(Dossier dossier) {
        return change(dossier.comparison(), Comparison::ratio);
    }

    public static JsonNode interval(Optional<Comparison> comparison) {
        if (comparison.isEmpty()
                || comparison.get().lower().isEmpty()
                || comparison.get().upper().isEmpty()) {
            return Json.number(Double.NaN);
        }
        return Json.array(
                List.of(change(comparison, Comparison::lower), change(comparison, Comparison::upper)), each -> each);
    }

    private static JsonNode change(Optional<Comparison> comparison, Function<Comparison, OptionalDouble> field) {
        OptionalDouble ratio = comparison.map(field).orElse(OptionalDouble.empty());
        return Json.number(ratio.isPresent() ? ratio.getAsDouble() - 1 : Double.NaN);
    }

    public static ArrayNode votes(List<Vote> votes) {
        return Json.array(votes, vote -> {
            ObjectNode row = Json.object()
                    .put("refuter", vote.refuter())
                    .put("ballot", vote.ballot().name())
                    .put("veto", vote.isVeto())
                    .put("reason", vote.reason());
            row.set("number", Json.number(vote.number()));
            row.set("threshold", Json.number(vote.threshold()));
            row.set("not_applicable", Json.texts(vote.notApplicable()));
            if (!vote.looked().isEmpty()) {
                row.set("looked", Json.texts(vote.looked()));
            }
            return row;
        });
    }
}
