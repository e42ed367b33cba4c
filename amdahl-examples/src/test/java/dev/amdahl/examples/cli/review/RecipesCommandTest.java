package dev.amdahl.examples.cli.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeJson;
import dev.amdahl.core.ledger.recipe.RecipeTemplate;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipesCommandTest {
    @TempDir
    private Path folder;

    private String ledger = "";
    private Recipe recipe = recipe();

    @BeforeEach
    void write() {
        ledger = folder.resolve("ledger").toString();
        try (Ledger opened = Ledger.open(ledger);
                Lease lease = opened.acquire("test", Duration.ofMinutes(1))) {
            lease.commit(AskedWin.entries());
            lease.commit(
                    new Entry.Answered(new Review("won-1", true, "ann", "good", Instant.EPOCH, AskedWin.HEAD), true),
                    new Entry.Decided(new Verdict(
                            AskedWin.hypothesis(), List.of("run-1"), "-20 %", HypothesisState.PROMOTED, "approved")),
                    new Entry.RecipeDistilled(recipe));
        }
    }

    private static Recipe recipe() {
        List<Idea.Symptom> symptoms = List.of(new Idea.Symptom("input_wait_frac", ">=", .2));
        RecipeTemplate template = new RecipeTemplate(
                List.of(new RecipeTemplate.Setting("environment:NUM_WORKERS", "workers", "4")), List.of());
        return new Recipe(
                RecipeJson.id(Bottleneck.INPUT_STARVATION, symptoms, template),
                "more workers",
                Bottleneck.INPUT_STARVATION,
                symptoms,
                template,
                List.of(new Recipe.Effect("won-1", "input-more-workers", "train", "h200", .8, .75, .85, 20)));
    }

    @Test
    void recipesAreListedAndShownWithTheWinsTheyRestOn() throws Exception {
        Cli list = Cli.here("recipes", "list", "--ledger", ledger);
        Cli show = Cli.here("recipes", "show", recipe.id().substring(7, 12), "--ledger", ledger);
        JsonNode row = Cli.here("recipes", "list", "--json", "--ledger", ledger)
                .json("recipes-list")
                .path("recipes")
                .path(0);
        JsonNode one = Cli.here("recipes", "show", recipe.id(), "--json", "--ledger", ledger)
                .json("recipes-show");

        assertThat(list.out()).contains(recipe.id(), "waiting", "environment:NUM_WORKERS = 4", "-20.0 % on train");
        assertThat(show.out())
                .contains("jobs with INPUT_STARVATION on h200, and input_wait_frac >= 0.2")
                .contains("won-1", "0.800", "0.750 to 0.850", "input-more-workers");
        assertThat(one).isEqualTo(row);
        assertThat(one.path("digest").asText()).isEqualTo(recipe.digest());
    }

    @Test
    void anAnswerIsLeftForTheNextCycle() throws Exception {
        Cli left = Cli.here(
                "recipes",
                "approve",
                recipe.id(),
                "--by",
                "nobody-with-a-key",
                "--reason",
                "held twice",
                "--ledger",
                ledger);

        assertThat(left.code()).as(left.err()).isZero();
        assertThat(left.out()).startsWith("approved " + recipe.id() + ", not signed: run review keygen");
        assertThat(new ReviewFiles(Path.of(ledger + ".reviews")).newest(recipe.id()))
                .hasValueSatisfying(answer -> {
                    assertThat(answer.review().isApproved()).isTrue();
                    assertThat(answer.review().evidenceHead()).isEqualTo(recipe.digest());
                });
    }

    @Test
    void anAnswerIsADocumentToo() throws Exception {
        JsonNode left = Cli.here(
                        "recipes",
                        "decline",
                        recipe.id(),
                        "--json",
                        "--by",
                        "ann",
                        "--reason",
                        "once",
                        "--ledger",
                        ledger)
                .json("review-answer");
        assertThat(left.path("decision").asText()).isEqualTo("decline");
        assertThat(left.path("id").asText()).isEqualTo(recipe.id());
        assertThat(left.path("signed").asBoolean()).isFalse();
    }

    @Test
    void aKeyIsMadeWhereTheUserKeepsThem() throws Exception {
        JsonNode key = Cli.in(folder, List.of("-Duser.home=" + folder), "review", "keygen", "--json", "--by", "ada")
                .json("review-keygen");
        assertThat(key.path("by").asText()).isEqualTo("ada");
        assertThat(Path.of(key.path("folder").asText()).resolve("ada" + ReviewKeys.SUFFIX))
                .exists();
    }

    @Test
    void whatIsNotThereOrNotSaidIsNamed() {
        Cli.here("recipes").failsWith(2, "choose list, show, approve or decline");
        Cli.here("recipes", "show", "f00", "--ledger", ledger).failsWith(2, "recipe 'f00'", "see recipes list");
        Cli.here("recipes", "decline", recipe.id(), "--by", "ann", "--reason", " ", "--ledger", ledger)
                .failsWith(2, "reason: is empty");
        Cli.here("recipes", "list").failsWith(2, "no ledger is named");
        Cli.here("recipes", "list", "--ledger", folder.resolve("nowhere").toString())
                .failsWith(2, "nowhere");
    }
}
