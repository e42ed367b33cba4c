package dev.amdahl.examples.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.LeverTemplate;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.profiler.SettingScan;
import dev.amdahl.spi.profiler.SourceSetting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeversTest {
    private static final LeverTemplate WORKERS = template(
            List.of("num-workers"), List.of("NUM_WORKERS"), List.of("1", "cores/2", "cores"), Optional.empty(), false);
    private static final LeverTemplate LOG =
            template(List.of("log-every"), List.of(), List.of("x10", "x100"), Optional.empty(), false);
    private static final LeverTemplate BATCH =
            template(List.of("batch-size"), List.of(), List.of("x2"), Optional.empty(), true);
    private static final LeverTemplate CHECK =
            template(List.of("check"), List.of(), List.of("not"), Optional.empty(), false);
    private static final LeverTemplate CACHE =
            template(List.of("cache"), List.of(), List.of("true"), Optional.empty(), false);
    private static final LeverTemplate THREADS =
            template(List.of(), List.of("OMP_NUM_THREADS"), List.of("1", "cores"), Optional.of("cores"), false);

    @Test
    void anOptionBecomesOneWordAtItsPresentValue() {
        Levers levers = levers(
                List.of("python3", "t.py", "-j", "4", "--log-every=5"),
                Map.of(),
                false,
                option("--num-workers", List.of("-j"), SourceSetting.Type.INTEGER, "0"),
                option("--log-every", List.of(), SourceSetting.Type.INTEGER, "1"));

        assertThat(levers.command()).containsExactly("python3", "t.py", "--num-workers=4", "--log-every=5");
        assertThat(shown(levers))
                .startsWith(
                        "num-workers --num-workers=4 [--num-workers=1, --num-workers=8]",
                        "log-every --log-every=5 [--log-every=50, --log-every=500]");
    }

    @Test
    void anOptionThatIsNotGivenIsAddedAtItsDefault() {
        Levers levers = levers(
                List.of("python3", "t.py"),
                Map.of(),
                false,
                option("--num_workers", List.of(), SourceSetting.Type.INTEGER, "0"));

        assertThat(levers.command()).containsExactly("python3", "t.py", "--num_workers=0");
        assertThat(shown(levers))
                .startsWith("num-workers --num_workers=0 [--num_workers=1, --num_workers=4, --num_workers=8]");
    }

    @Test
    void valuesFitWhatTheSettingTakes() {
        Levers levers = levers(
                List.of("p"),
                Map.of(),
                false,
                option("--check", List.of(), SourceSetting.Type.BOOLEAN, "True"),
                new SourceSetting(
                        SourceSetting.Kind.OPTION,
                        "--num-workers",
                        List.of(),
                        SourceSetting.Type.INTEGER,
                        "0",
                        List.of("0", "1"),
                        "argparse",
                        "t.py",
                        1));

        assertThat(shown(levers))
                .startsWith("check --check=True [--check=False]", "num-workers --num-workers=0 [--num-workers=1]");
    }

    @Test
    void variablesOfTheSourceAndThoseThatNobodySets() {
        Levers levers = levers(
                List.of("p"),
                Map.of("OMP_NUM_THREADS", "2"),
                false,
                new SourceSetting(
                        SourceSetting.Kind.VARIABLE,
                        "NUM_WORKERS",
                        List.of(),
                        SourceSetting.Type.TEXT,
                        "0",
                        List.of(),
                        "environment",
                        "t.py",
                        3));

        assertThat(shown(levers)).containsExactly("num-workers 0 [1, 4, 8]", "omp-num-threads 2 [1, 8]");
        assertThat(levers.environment()).isEqualTo(Map.of("NUM_WORKERS", "0", "OMP_NUM_THREADS", "2"));
        assertThat(levers(List.of("p"), Map.of(), false).environment()).isEqualTo(Map.of("OMP_NUM_THREADS", "8"));
    }

    @Test
    void whatNobodySetsComesLast() {
        LeverTemplate pages = template(List.of(), List.of("PAGES"), List.of("1"), Optional.of("0"), false);
        JobCommand job = new JobCommand(
                "t",
                List.of("p"),
                Path.of("."),
                Map.of("NUM_WORKERS", "0"),
                new Accelerators("cpu", 1),
                Optional.empty(),
                "here",
                List.of());
        SettingScan scan = new SettingScan(
                List.of("t.py"),
                List.of(option("--log-every", List.of(), SourceSetting.Type.INTEGER, "1")),
                Set.of(),
                List.of());
        Levers levers = new Levers(job, List.of(pages, THREADS, WORKERS, LOG), scan, Set.of(), 8, false).find();
        assertThat(shown(levers))
                .containsExactly(
                        "log-every --log-every=1 [--log-every=10, --log-every=100]",
                        "num-workers 0 [1, 4, 8]",
                        "pages 0 [1]",
                        "omp-num-threads 8 [1]");
    }

    @Test
    void keysOfAConfigurationAreKnownByTheirLastPart() {
        Levers levers = levers(
                List.of("p", "++data.num_workers=2", "num_workers=9"),
                Map.of(),
                false,
                option("data.num_workers", List.of("++data.num_workers"), SourceSetting.Type.INTEGER, "0"));
        assertThat(levers.command()).containsExactly("p", "data.num_workers=2", "num_workers=9");
        assertThat(shown(levers))
                .contains("data.num-workers data.num_workers=2 [data.num_workers=1, data.num_workers=4,"
                        + " data.num_workers=8]");
    }

    @Test
    void aFlagIsTriedWhereItIsNotAndLeftOutWhereItIs() {
        SourceSetting check = option("--check", List.of("-c"), SourceSetting.Type.FLAG, "");
        assertThat(shown(levers(List.of("p"), Map.of(), false, check))).contains("check off [on]");
        Levers given = levers(List.of("p", "-c", "x"), Map.of(), false, check);
        assertThat(shown(given)).contains("check on [off]");
        assertThat(given.command()).containsExactly("p", "--check", "x");
    }

    @Test
    void aFlagIsOfferedOnlyInTheDirectionOfItsTemplate() {
        SourceSetting cache = option("--cache", List.of(), SourceSetting.Type.FLAG, "");
        SourceSetting noCache = option("--no-cache", List.of(), SourceSetting.Type.FLAG, "");
        assertThat(shown(levers(List.of("p"), Map.of(), false, cache))).contains("cache off [on]");
        assertThat(shown(levers(List.of("p", "--cache"), Map.of(), false, cache)))
                .noneMatch(lever -> lever.startsWith("cache"));
        assertThat(shown(levers(List.of("p"), Map.of(), false, noCache)))
                .noneMatch(lever -> lever.startsWith("no-cache"));
        assertThat(shown(levers(List.of("p", "--no-cache"), Map.of(), false, noCache)))
                .contains("no-cache on [off]");
    }

    @Test
    void whatCannotBeALeverIsSaid() {
        Levers levers = levers(
                List.of("p"),
                Map.of(),
                false,
                option("--num-workers", List.of(), SourceSetting.Type.INTEGER, ""),
                option("--batch-size", List.of(), SourceSetting.Type.INTEGER, "8"),
                new SourceSetting(
                        SourceSetting.Kind.KEYWORD,
                        "DataLoader.num_workers",
                        List.of(),
                        SourceSetting.Type.TEXT,
                        "0",
                        List.of(),
                        "call",
                        "t.py",
                        9));

        assertThat(levers.command()).containsExactly("p");
        assertThat(levers.skipped())
                .satisfiesExactly(
                        unknown -> assertThat(unknown).startsWith("--num-workers: its present value is not known"),
                        batch ->
                                assertThat(batch).startsWith("--batch-size: another value changes what the job learns"),
                        keyword -> assertThat(keyword).startsWith("DataLoader.num_workers=0: written into the code"));
        assertThat(shown(levers(
                        List.of("p"),
                        Map.of(),
                        true,
                        option("--batch-size", List.of(), SourceSetting.Type.INTEGER, "8"))))
                .contains("batch-size --batch-size=8 [--batch-size=16]");
    }

    private static LeverTemplate template(
            List<String> options,
            List<String> variables,
            List<String> values,
            Optional<String> assumed,
            boolean changes) {
        return new LeverTemplate(
                "idea", List.of(Bottleneck.INPUT_STARVATION), options, variables, values, assumed, Set.of(), changes);
    }

    private static SourceSetting option(String name, List<String> aliases, SourceSetting.Type type, String value) {
        return new SourceSetting(
                SourceSetting.Kind.OPTION, name, aliases, type, value, List.of(), "argparse", "t.py", 1);
    }

    private static Levers levers(
            List<String> command, Map<String, String> environment, boolean changesResults, SourceSetting... settings) {
        JobCommand job = new JobCommand(
                "t",
                command,
                Path.of("."),
                environment,
                new Accelerators("cpu", 1),
                Optional.empty(),
                "here",
                List.of());
        SettingScan scan = new SettingScan(List.of("t.py"), List.of(settings), Set.of(), List.of());
        return new Levers(job, List.of(WORKERS, LOG, BATCH, CHECK, CACHE, THREADS), scan, Set.of(), 8, changesResults)
                .find();
    }

    private static List<String> shown(Levers levers) {
        return levers.found().stream()
                .map(FoundLever::lever)
                .map(lever -> lever.name() + " " + lever.current() + " " + lever.values())
                .toList();
    }
}
