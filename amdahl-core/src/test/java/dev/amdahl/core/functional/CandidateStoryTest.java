package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.report.HtmlReport;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.Passage;
import dev.amdahl.core.internal.roi.Rates;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.Screening.Stage;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.DreamPolicy;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of several candidates of a model for one place those that a cheap stage tells from a win cost no pair. */
class CandidateStoryTest {
    /** How a change without effect ends: by chance its first pairs look like a win, which the next ones do not repeat. */
    private static final Set<HypothesisState> NO_WIN =
            EnumSet.of(HypothesisState.NOT_SEEN, HypothesisState.NO_EFFECT, HypothesisState.NOT_REPLICATED);

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final SiftingBuilder builder = new SiftingBuilder();

    private World world(Advisor... advisors) {
        World world = new World(folder, new Cluster(1, SiftingBuilder::run), SiftingBuilder.job(folder));
        world.policy = World.BLIND;
        world.more = loop -> loop.builder(builder).advisors(List.of(advisors));
        return world;
    }

    private static Advisor offering(Proposal... proposals) {
        return briefing -> List.of(proposals);
    }

    private static Dossier of(LedgerView view, String title) {
        List<Dossier> found = view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().title().equals(title))
                .toList();
        assertThat(found).as(title).hasSize(1);
        return found.get(0);
    }

    private static long pairs(LedgerView view, String title) {
        return view.runsOf(of(view, title).id()).stream()
                .filter(run ->
                        run.plan().purpose() == RunPurpose.TRIAL && run.plan().index() > 0)
                .count();
    }

    private Accounts accounts(World world, LedgerView view) {
        Passage passage = new Passage();
        LedgerReader.forEach(world.url(), passage);
        return Accounts.of(view, world.jobs, passage, Rates.DEFAULT);
    }

    @Test
    void ofEightCandidatesPairsArePaidForTwoAndTheWinIsProven() throws IOException {
        World world = world(offering(
                SiftingBuilder.patch("refused"),
                SiftingBuilder.patch("unbuilt"),
                SiftingBuilder.patch("untested"),
                SiftingBuilder.patch("exits"),
                SiftingBuilder.patch("slower"),
                SiftingBuilder.patch("neutral"),
                SiftingBuilder.patch("wins"),
                SiftingBuilder.patch("wins in other words", 1, "wins")));

        LedgerView view = world.untilIdle();

        assertThat(view.dossiers()).hasSize(7);
        for (String title : List.of("refused", "unbuilt", "untested")) {
            assertThat(of(view, title).state()).isEqualTo(HypothesisState.BUILD_FAILED);
            assertThat(view.runsOf(of(view, title).id())).isEmpty();
        }
        assertThat(of(view, "untested").reason())
                .isEqualTo("tests [make, check] ended with exit code 1: 3 of 9 failed");
        for (String title : List.of("exits", "slower")) {
            assertThat(of(view, title).state()).isEqualTo(HypothesisState.INCONCLUSIVE);
            assertThat(of(view, title).reason()).startsWith("smoke trial: ");
            assertThat(pairs(view, title)).isZero();
        }
        assertThat(of(view, "neutral").state()).isIn(NO_WIN);
        assertThat(of(view, "wins").state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(Stream.of("neutral", "wins").map(title -> pairs(view, title)))
                .allMatch(count -> count > 3);

        Accounts accounts = accounts(world, view);
        assertThat(accounts.candidates())
                .extracting(gate ->
                        gate.name() + " " + gate.entered() + " - " + gate.left().size())
                .containsExactly(
                        "offered 8 - 0",
                        "static check 8 - 2",
                        "build 6 - 1",
                        "tests 5 - 1",
                        "smoke trial 4 - 2",
                        "pairs 2 - 1",
                        "won 1 - 0");
        assertThat(accounts.candidates().get(4).seconds()).isGreaterThan(50);
        assertThat(accounts.candidates().get(1).left())
                .extracting(Passage.Left::reason)
                .containsExactlyInAnyOrder(
                        "offered twice: 'wins in other words'",
                        "the patch is refused: y.c is not among the editable files");
        HtmlReport page =
                HtmlReport.write(view, ReportInputs.builder().accounts(accounts).build(), folder.resolve("page"));
        assertThat(Files.readString(page.report()))
                .contains("What became of the patches of models")
                .contains("static check 8, 2 left")
                .contains("smoke trial 4, 2 left")
                .contains("pairs 2, 1 left");
        int events = world.entries().size();
        world.cycles(3);
        assertThat(world.entries(Entry.Sifted.class)).hasSize(23);
        assertThat(world.entries()).hasSizeLessThan(events + 6);
        world.verify();
    }

    @Test
    void aPatchThatWritesSomethingElseIsRefutedByItsFirstTrial() {
        World world = world(offering(SiftingBuilder.patch("wrong")));

        Dossier wrong = world.untilIdle().dossiers().get(0);

        assertThat(wrong.state()).isEqualTo(HypothesisState.REFUTED);
        assertThat(wrong.reason()).startsWith("smoke trial: output differs").contains("out.json");
        assertThat(world.entries(Entry.Sifted.class))
                .filteredOn(sifted -> sifted.left().isPresent())
                .singleElement()
                .satisfies(sifted -> assertThat(sifted.stage()).isEqualTo(Stage.SMOKE));
    }

    @Test
    void testsThatFailWithoutThePatchAreNotBlamedOnIt() {
        builder.isBrokenBefore = true;
        World world = world(offering(SiftingBuilder.patch("untested")));

        List<String> notes = new ArrayList<>();
        LedgerView view = world.cyclesInOneProcess(60, report -> notes.addAll(report.notes()))
                .view();

        assertThat(view.dossiers().get(0).state()).isIn(NO_WIN);
        assertThat(notes).anyMatch(note -> note.contains("tests [make, check] fail without any change too"));
    }

    /** Repairs what it is shown once. */
    private static final class Repairer implements Advisor {
        private final List<String> shown = new ArrayList<>();

        @Override
        public List<Proposal> propose(Briefing briefing) {
            return List.of(SiftingBuilder.patch("untested"));
        }

        @Override
        public Optional<Proposal> repair(Briefing briefing, PatchChange failed, String buildLog) {
            shown.add(buildLog);
            return Optional.of(SiftingBuilder.patch("wins"));
        }
    }

    @Test
    void anAdvisorIsShownWhichTestsFailAndItsRepairIsTested() {
        Repairer repairer = new Repairer();
        World world = world(repairer);

        LedgerView view = world.untilIdle();

        assertThat(repairer.shown).containsExactly("tests [make, check] ended with exit code 1: 3 of 9 failed");
        assertThat(of(view, "wins").reopens().orElseThrow())
                .isEqualTo("repair 1 of 2 of " + of(view, "untested").id() + ", which failed the tests");
        assertThat(of(view, "wins").state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(builder.tested).containsExactly("untested", "wins");
    }

    @Test
    void twoWinsInDifferentPlacesOfAFileAreOfferedAsOneOnce() {
        World world = world(offering(
                SiftingBuilder.patch("first", 1, "wins"),
                SiftingBuilder.patch("second", 40, "also"),
                SiftingBuilder.patch("neutral", 80, "neutral")));

        LedgerView view = world.untilIdle();

        String first = of(view, "first").id();
        String second = of(view, "second").id();
        Dossier both = of(view, "both 'first' and 'second'");
        assertThat(both.state()).isEqualTo(HypothesisState.IN_REVIEW);
        assertThat(both.hypothesis().provenance().source()).isEqualTo("both:" + first + "+" + second);
        assertThat(both.rationale().orElseThrow().evidence()).containsExactly(first, second);
        assertThat(view.dossiers()).hasSize(4);

        world.gate.approve(both.id(), "ada", "both hold", "read x.c");
        LedgerView later = world.untilIdle();
        assertThat(later.dossier(both.id()).orElseThrow().state()).isEqualTo(HypothesisState.PROMOTED);
        assertThat(Stream.of(first, second)
                        .map(id -> later.dossier(id).orElseThrow().state()))
                .containsOnly(HypothesisState.STALE);
        world.verify();
    }

    @Test
    void patchesOfOnePlaceAreNotMerged() {
        assertThat(world(offering(SiftingBuilder.patch("first", 1, "wins"), SiftingBuilder.patch("second", 1, "also")))
                        .untilIdle()
                        .dossiers())
                .hasSize(2);
    }

    @Test
    void aLoopThatDoesNotDreamMergesNoWins() {
        World world =
                world(offering(SiftingBuilder.patch("first", 1, "wins"), SiftingBuilder.patch("second", 40, "also")));
        world.policy = World.BLIND.toBuilder()
                .dream(new DreamPolicy(Duration.ofDays(1), 0, 0))
                .build();

        assertThat(world.untilIdle().dossiers())
                .extracting(Dossier::state)
                .containsOnly(HypothesisState.IN_REVIEW)
                .hasSize(2);
    }

    @Test
    void advisorsAreToldHowManyCandidatesAreWanted() {
        List<OptionalInt> wanted = new ArrayList<>();
        World world = world(briefing -> {
            wanted.add(briefing.candidates());
            return List.of();
        });
        world.cycle();
        world.policy = World.BLIND.toBuilder().candidates(8).build();
        world.cycle();

        assertThat(wanted).containsExactly(OptionalInt.empty(), OptionalInt.of(8));
    }
}
