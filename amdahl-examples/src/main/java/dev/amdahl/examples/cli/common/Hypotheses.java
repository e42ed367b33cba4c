package dev.amdahl.examples.cli.common;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Rationale;
import java.util.List;
import java.util.stream.Collectors;

/** Finds hypotheses by what people type, and writes their changes. */
public final class Hypotheses {
    private Hypotheses() {}

    /** The one whose id is, or begins with, the text. */
    public static Dossier named(LedgerView view, String text) {
        if (view.dossier(text).isPresent()) {
            return view.dossier(text).get();
        }
        List<Dossier> matches = view.dossiers().stream()
                .filter(dossier -> !text.isBlank() && dossier.id().startsWith(text))
                .toList();
        if (matches.size() == 1) {
            return matches.get(0);
        }
        throw new InvalidInputException(
                "hypothesis '" + text + "'",
                matches.isEmpty() ? "there is none in this ledger" : "begins " + matches.size() + " ids",
                matches.isEmpty() ? "see ledger log or review list for the ids" : "give more of its characters");
    }

    public static ObjectNode change(Change change) {
        if (change instanceof PatchChange patch) {
            ObjectNode json = Json.object().put("kind", "patch").put("diff", patch.diff());
            json.set("paths", Json.texts(patch.paths()));
            return json;
        }
        ObjectNode json = Json.object().put("kind", "settings");
        List<LeverSetting> settings = ((ConfigChange) change).settings();
        json.set(
                "settings",
                Json.array(
                        settings,
                        setting -> Json.object()
                                .put("lever", setting.lever())
                                .put("target", setting.target().words())
                                .put("from", setting.from())
                                .put("to", setting.to())));
        return json;
    }

    /** Returns what is set to what, and where. */
    public static String text(ConfigChange change) {
        return change.settings().stream()
                .map(setting -> setting.lever() + ": " + setting.from() + " -> " + setting.to() + " ("
                        + setting.target().words() + ")")
                .collect(Collectors.joining(", "));
    }

    /** Returns what people noted, oldest first; data, as all texts of people are. */
    public static ArrayNode notes(Dossier dossier) {
        return Json.array(
                dossier.steering().notes(),
                note -> Json.object()
                        .put("at", note.at().toString())
                        .put("by", note.by())
                        .put("text", note.text()));
    }

    public static ObjectNode rationale(Rationale rationale) {
        ObjectNode json = Json.object().put("mechanism", rationale.mechanism()).put("risk", rationale.risk());
        json.set("evidence_ids", Json.texts(rationale.evidence()));
        json.set("objections", Json.texts(rationale.objections()));
        return json;
    }

    /** Returns the reasons of its author, and what the loop holds against them. */
    public static String text(Rationale rationale) {
        StringBuilder out = new StringBuilder(Width.line("because  ", rationale.mechanism()));
        out.append(Width.line("rests on ", String.join(", ", rationale.evidence())));
        rationale.warnings().forEach(line -> out.append(Width.line("but      ", line)));
        return out.toString();
    }
}
