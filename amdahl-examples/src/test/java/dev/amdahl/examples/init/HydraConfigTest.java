package dev.amdahl.examples.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.profiler.SettingScan;
import dev.amdahl.spi.profiler.SourceSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HydraConfigTest {
    @TempDir
    private Path folder;

    private void file(String name, String text) throws IOException {
        Path file = folder.resolve("conf").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private SettingScan read(String... words) {
        JobCommand job = new JobCommand(
                "t", List.of(words), folder, Map.of(), new Accelerators("cpu", 1), Optional.empty(), "here", List.of());
        return HydraConfig.with(
                job,
                new SettingScan(
                        List.of("train.py"),
                        List.of(keyword("config_path", "conf"), keyword("config_name", "config")),
                        Set.of("hydra"),
                        List.of()));
    }

    private static SourceSetting keyword(String name, String value) {
        return new SourceSetting(
                SourceSetting.Kind.KEYWORD,
                "hydra.main." + name,
                List.of(),
                SourceSetting.Type.TEXT,
                value,
                List.of(),
                "call",
                "train.py",
                3);
    }

    private static List<String> options(SettingScan scan) {
        return scan.settings().stream()
                .filter(setting -> setting.kind() == SourceSetting.Kind.OPTION)
                .map(setting -> setting.name() + "=" + setting.value() + " " + setting.place())
                .toList();
    }

    @Test
    void valuesOfTheDefaultsStandUnderTheirGroup() throws IOException {
        file("config.yaml", """
                defaults:
                  - data: images
                  - optional local: null
                  - db@store: sql
                  - base
                  - override hydra/job_logging: disabled
                seed: 1
                out: ${hydra:run.dir}
                """);
        file("data/images.yaml", "defaults: [common]\nnum_workers: 0\n");
        file("data/common.yaml", "num_workers: 4\npin: false\n");
        file("data/text.yaml", "num_workers: 8\n");
        file("db/sql.yaml", "# @package _group_.inner\nsize: 3\n");
        file("base.yaml", "seed: 0\nlog_every: 5\n");

        assertThat(options(read("python", "train.py")))
                .containsExactly(
                        "data.num_workers=0 conf/data/images.yaml:2 (hydra)",
                        "data.pin=false conf/data/common.yaml:2 (hydra)",
                        "store.inner.size=3 conf/db/sql.yaml:2 (hydra)",
                        "seed=1 conf/config.yaml:7 (hydra)",
                        "log_every=5 conf/base.yaml:2 (hydra)",
                        "out= conf/config.yaml:8 (hydra)");
        assertThat(options(read("python", "train.py", "data=text")))
                .startsWith("data.num_workers=8 conf/data/text.yaml:1 (hydra)");
    }

    @Test
    void aFileBehindTheOneThatNamesItOverridesIt() throws IOException {
        file("config.yaml", "defaults: [_self_, {x: y}]\nx: {a: 1}\n");
        file("x/y.yaml", "# @package _global_\nx: {a: 2}\n");
        file("other.yaml", "a: 7\n");

        assertThat(options(read("python", "train.py"))).containsExactly("x.a=2 conf/x/y.yaml:2 (hydra)");
        assertThat(options(read("python", "train.py", "--config-name=other")))
                .containsExactly("a=7 conf/other.yaml:1 (hydra)");
    }

    @Test
    void whatIsNotCertainIsSaidAndNotTried() throws IOException {
        file("config.yaml", "defaults: [{x: y}, override x: z]\na: 1\n");
        file("x/y.yaml", "b: 1\n");
        assertThat(options(read("python", "train.py"))).isEmpty();
        assertThat(read("python", "train.py").findings())
                .containsExactly("a Hydra configuration overrides which other one is used: its settings are not tried");

        file("config.yaml", "defaults: [{x: none}]\na: 1\n");
        assertThat(options(read("python", "train.py"))).containsExactly("a=1 conf/config.yaml:2 (hydra)");
        assertThat(read("python", "train.py").findings())
                .containsExactly("conf/x/none.yaml: named by Hydra's configuration and not here");
        assertThat(read("python", "train.py", "-m", "a=1,2").findings())
                .containsExactly("a Hydra sweep (--multirun) is several jobs: its settings are not tried");

        file("config.yaml", "defaults: [config]\n");
        assertThat(read("python", "train.py").findings())
                .containsExactly(
                        "conf/config.yaml: named by Hydra's configuration and not read, because it is nested too deep");
        file("config.yaml", "a: [1\n");
        assertThat(read("python", "train.py").findings())
                .singleElement()
                .asString()
                .startsWith("not read as a configuration: ")
                .contains("config.yaml:2");
    }
}
