package dev.amdahl.core.ledger.recipe;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.hash.Hashing;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Idea;
import java.util.List;

/** Recipes as JSON, always in the same order, as {@code docs/schemas/recipes-show.schema.json} has it. */
public final class RecipeJson {
    private static final int LENGTH = 12;

    private RecipeJson() {}

    /** Returns the id of what a person approves. */
    public static String id(Bottleneck bottleneck, List<Idea.Symptom> symptoms, RecipeTemplate template) {
        return Recipe.PREFIX
                + digest(content(JsonNodeFactory.instance.objectNode(), bottleneck, symptoms, template))
                        .substring(0, LENGTH);
    }

    /** Returns the whole recipe. */
    public static ObjectNode of(Recipe recipe) {
        ObjectNode json =
                JsonNodeFactory.instance.objectNode().put("id", recipe.id()).put("title", recipe.title());
        content(json, recipe.bottleneck(), recipe.symptoms(), recipe.template());
        ArrayNode effects = json.putArray("effects");
        for (Recipe.Effect effect : recipe.effects()) {
            effects.addObject()
                    .put("hypothesis", effect.hypothesis())
                    .put("source", effect.source())
                    .put("family", effect.family())
                    .put("accelerator_type", effect.acceleratorType())
                    .put("ratio", effect.ratio())
                    .put("lower", effect.lower())
                    .put("upper", effect.upper())
                    .put("pairs", effect.pairs());
        }
        return json;
    }

    private static ObjectNode content(
            ObjectNode json, Bottleneck bottleneck, List<Idea.Symptom> symptoms, RecipeTemplate template) {
        json.put("class", bottleneck.name());
        ArrayNode all = json.putArray("symptoms");
        symptoms.forEach(symptom -> all.addObject()
                .put("metric", symptom.metric())
                .put("op", symptom.operator())
                .put("value", symptom.value()));
        ObjectNode change = json.putObject("template");
        ArrayNode settings = change.putArray("settings");
        template.settings()
                .forEach(setting -> settings.addObject()
                        .put("sets", setting.sets())
                        .put("lever", setting.lever())
                        .put("to", setting.to()));
        ArrayNode paths = change.putArray("paths");
        template.paths().forEach(paths::add);
        return json;
    }

    static String digest(ObjectNode json) {
        return Hashing.sha256().hashString(json.toString(), UTF_8).toString();
    }
}
