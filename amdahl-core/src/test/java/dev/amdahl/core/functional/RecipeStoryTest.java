package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.ledger.review.FilePromotionGate;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipeStoryTest {
    private static final JobSpec TRAINING =
            Workload.job("training", .3, Workload.workers("4")).build();
    private static final JobSpec EXPORT =
            Workload.job("export", .3, Workload.workers("2")).build();

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private World world;
    private ReviewFiles files;
    private ReviewKeys ada;
    private Dossier win;

    /** A promoted win. */
    @BeforeEach
    void promote() {
        files = new ReviewFiles(folder.resolve("reviews"));
        ada = ReviewKeys.generate("ada", folder.resolve("keys"));
        files.offer(ada);
        world = new World(folder, 2, TRAINING);
        world.more = builder -> builder.gate(new FilePromotionGate(files)).ideaSources(List.of());
        win = World.of(world.untilIdle(), "training", "workers");
        files.write(ada.sign(answer(win.id(), true, win.evidenceHead())));
    }

    private Review answer(String id, boolean isApproved, String head) {
        return new Review(id, isApproved, "ada", "it is sound", world.clock.instant(), head);
    }

    private RecipeStanding recipe(LedgerView view) {
        assertThat(view.recipes()).hasSize(1);
        return view.recipes().get(0);
    }

    private List<String> dreamt(LedgerView view) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().family().equals("export"))
                .map(dossier -> dossier.hypothesis().provenance().source())
                .toList();
    }

    @Test
    void aPromotedWinBecomesARecipeThatIsInertUntilAPersonApprovesIt() {
        RecipeStanding fresh = recipe(world.untilIdle());
        world.jobs = List.of(TRAINING, EXPORT);
        LedgerView inert = world.untilIdle();

        assertThat(fresh.state()).isEqualTo("waiting");
        assertThat(fresh.recipe().bottleneck()).isEqualTo(Bottleneck.INPUT_STARVATION);
        assertThat(fresh.recipe().template().settings())
                .singleElement()
                .satisfies(setting ->
                        assertThat(setting.sets() + "=" + setting.to()).isEqualTo("environment:WORKERS=4"));
        assertThat(fresh.recipe().effects()).singleElement().satisfies(effect -> {
            assertThat(effect.hypothesis()).isEqualTo(win.id());
            assertThat(effect.family()).isEqualTo("training");
            assertThat(effect.lower()).isLessThan(effect.ratio());
            assertThat(effect.upper()).isBetween(effect.ratio(), .85);
            assertThat(effect.pairs()).isEqualTo(win.comparison().orElseThrow().pairs());
        });
        assertThat(dreamt(inert)).noneMatch(source -> source.startsWith(Recipe.PREFIX));
    }

    @Test
    void anApprovedRecipeIsOfferedWhereItFitsAndADeclinedOneNoMore() {
        Recipe recipe = recipe(world.untilIdle()).recipe();
        files.write(ada.sign(answer(recipe.id(), true, recipe.digest())));
        world.jobs = List.of(
                TRAINING,
                EXPORT,
                Workload.job("no-input", 1, Workload.workers("2")).build(),
                Workload.job("no-lever", .3, Workload.kernel("fused")).build());
        LedgerView view = world.untilIdle();

        assertThat(recipe(view).state()).isEqualTo("approved");
        assertThat(recipe(view).isSigned()).isTrue();
        assertThat(dreamt(view)).contains(recipe.id());
        assertThat(view.dossiers().stream()
                        .filter(dossier ->
                                dossier.hypothesis().provenance().source().equals(recipe.id()))
                        .map(dossier -> dossier.hypothesis().family()))
                .containsExactly("export");

        world.clock.advance(Duration.ofSeconds(30));
        files.write(ada.sign(answer(recipe.id(), false, recipe.digest())));
        assertThat(recipe(world.cycle().view()).isInUse()).isFalse();
        world.verify();
    }

    @Test
    void anAnswerThatIsUnsignedForgedOrForOtherWinsDoesNotCount() {
        Recipe recipe = recipe(world.untilIdle()).recipe();
        Review yes = answer(recipe.id(), true, recipe.digest());
        ReviewAnswer signed = ada.sign(answer(recipe.id(), false, recipe.digest()));
        List<ReviewAnswer> answers = List.of(
                new ReviewAnswer(yes, Optional.empty()),
                new ReviewAnswer(yes, signed.signature()),
                ada.sign(answer(recipe.id(), true, "0".repeat(64))));
        List<String> notes = new ArrayList<>();
        for (ReviewAnswer answer : answers) {
            Path file = files.write(answer);
            notes.addAll(world.cycle().notes());
            assertThat(recipe(world.cycle().view()).state())
                    .as(answer.toString())
                    .isEqualTo("waiting");
            assertThat(file.toFile().delete()).isTrue();
        }

        assertThat(notes)
                .filteredOn(note -> note.startsWith("answer to " + recipe.id()))
                .hasSize(3)
                .anyMatch(note -> note.contains("is for other wins"));
    }
}
