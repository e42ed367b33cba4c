package dev.amdahl.examples.slow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The loop over the slow programs: what changes by syntax tree and a proposer of general patterns find, and what is proved.
 * {@code -Damdahl.slow=c,dedupe-ids} takes those languages and programs alone.
 */
final class SlowLoopTest {
    private static final long SEED = 20_261_128;
    private static final int RENAMED = 10;
    private static final int PROVED = 24;
    private static final int BY_CODEMODS = 14;

    @TempDir
    private Path folder;

    private static void requirePrograms() {
        for (String program : List.of("git", "bwrap", "setsid", "bash")) {
            Requires.program(program);
        }
        Requires.processors(2);
    }

    @Test
    void theProposerKnowsNoProgram() throws Exception {
        String proposer = Files.readString(Path.of("src/test/java/dev/amdahl/examples/slow/PatternAdvisor.java"));

        assertThat(SlowProgram.all())
                .hasSize(30)
                .allSatisfy(program -> assertThat(proposer)
                        .doesNotContain(
                                program.name(), program.source(), program.name().replace('-', '_')));
    }

    @Tag("measures")
    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"metric-dump", "word-costs", "frame-reader"})
    void oneOfEachLanguageIsProved(String name) throws Exception {
        requirePrograms();
        SlowLoop loop = SlowLoop.run(named(name), folder, new PatternAdvisor());

        assertThat(loop.won()).as(loop.table()).isNotEmpty();
        for (Dossier won : loop.won()) {
            assertThat(loop.flaw(won)).as(loop.table()).isEmpty();
        }
    }

    private static SlowProgram named(String name) {
        return SlowProgram.all().stream()
                .filter(program -> program.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Tag("measures")
    @Tag("long")
    @Test
    void mostAreProvedAndNoWinIsFalse() throws Exception {
        requirePrograms();
        Set<String> wanted =
                Set.of(System.getProperty("amdahl.slow", "c,java,python").split(","));
        List<SlowProgram> all = new ArrayList<>(SlowProgram.all());
        Collections.shuffle(all, new Random(SEED));
        Set<String> renamed = new HashSet<>();
        all.subList(0, RENAMED).forEach(program -> renamed.add(program.name()));
        List<String> proved = new ArrayList<>();
        List<String> byCodemods = new ArrayList<>();
        List<String> flaws = new ArrayList<>();
        int run = 0;
        for (SlowProgram each : SlowProgram.all()) {
            if (!wanted.contains(each.language()) && !wanted.contains(each.name())) {
                continue;
            }
            run++;
            SlowProgram program = renamed.contains(each.name()) ? Reshuffled.of(each, SEED) : each;
            long start = System.nanoTime();
            SlowLoop loop = SlowLoop.run(program, folder.resolve(each.name()), new PatternAdvisor());
            System.out.printf(
                    Locale.ROOT,
                    "%s %s%s, %.0f s%n%s",
                    each.language(),
                    each.name(),
                    renamed.contains(each.name()) ? " as " + program.source() : "",
                    (System.nanoTime() - start) / 1e9,
                    loop.table());
            for (Dossier won : loop.won()) {
                Optional<String> flaw = loop.flaw(won);
                flaw.ifPresent(
                        why -> flaws.add(each.name() + ", " + won.hypothesis().title() + ": " + why));
            }
            if (!loop.won().isEmpty()) {
                proved.add(each.name());
            }
            if (loop.won().stream().anyMatch(SlowLoop::isByCodemod)) {
                byCodemods.add(each.name());
            }
        }
        System.out.printf(
                "%d of %d proved, %d by codemods; false wins: %s%n", proved.size(), run, byCodemods.size(), flaws);

        assertThat(flaws).isEmpty();
        if (run == SlowProgram.all().size()) {
            assertThat(proved).hasSizeGreaterThanOrEqualTo(PROVED);
            assertThat(byCodemods).hasSizeGreaterThanOrEqualTo(BY_CODEMODS);
        }
    }
}
