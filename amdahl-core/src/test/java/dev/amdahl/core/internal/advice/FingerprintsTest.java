package dev.amdahl.core.internal.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.change.Fingerprints;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FingerprintsTest {
    private static final long SEED = Long.getLong("amdahl.seed", 20260301);
    private static final String SOURCE = "int sum(int a) {\n    return a + 1;\n}\n";

    @Test
    void theCanonicalTextIsFixed() {
        assertThat(Fingerprints.canonicalJson(
                        "train", "wall_seconds", Fixtures.setting("workers", "0", "2"), Map.of(), "h200", "0"))
                .isEqualTo("{\"changes\":[{\"from\":\"0\",\"lever\":\"environment:workers\",\"to\":\"2\"}],"
                        + "\"epoch\":{\"accelerator_type\":\"h200\",\"code\":\"0\"},"
                        + "\"family\":\"train\",\"metric\":\"wall_seconds\"}");
    }

    @Test
    void theOrderOfSettingsDoesNotMatter() {
        Random random = new Random(3);
        Set<Fingerprint> prints = new HashSet<>();
        List<LeverSetting> settings = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            settings.add(new LeverSetting("lever" + i, new LeverSetting.Environment("V" + i), "0", "" + i));
        }
        for (int i = 0; i < 50; i++) {
            Collections.shuffle(settings, random);
            prints.add(print(new ConfigChange(settings)));
        }

        assertThat(prints).hasSize(1);
    }

    /** One change, told in other words: levers renamed, settings shuffled, set twice, and moved to where they are. */
    private static ConfigChange inOtherWords(Map<String, String> to, Random random) {
        List<LeverSetting> settings = new ArrayList<>();
        to.forEach((variable, value) -> settings.add(setting(variable, value, random)));
        Collections.shuffle(settings, random);
        for (int i = random.nextInt(3); i > 0; i--) {
            LeverSetting repeated = settings.get(random.nextInt(settings.size()));
            settings.add(0, new LeverSetting(repeated.lever(), repeated.target(), "old", "overruled"));
        }
        if (random.nextBoolean()) {
            settings.add(new LeverSetting("idle", new LeverSetting.Environment("IDLE"), "same", "same"));
        }
        return new ConfigChange(settings);
    }

    private static LeverSetting setting(String variable, String value, Random random) {
        String name = "lever " + random.nextInt(1_000_000);
        return new LeverSetting(name, new LeverSetting.Environment(variable), "old", value);
    }

    @Test
    void renamedReorderedAndRewordedItIsOneChangeAndOtherValuesAreOthers() {
        Random random = new Random(SEED);
        Set<Fingerprint> all = new HashSet<>();
        for (int change = 0; change < 200; change++) {
            Map<String, String> to = new TreeMap<>();
            for (int i = 1 + random.nextInt(5); i > 0; i--) {
                to.put("V" + random.nextInt(20), change + "/" + random.nextInt(9));
            }
            Set<Fingerprint> told = new HashSet<>();
            for (int i = 0; i < 10; i++) {
                told.add(print(inOtherWords(to, random)));
            }
            assertThat(told).as("seed %d, change %s", SEED, to).hasSize(1);
            all.addAll(told);
        }
        assertThat(all).hasSize(200);
    }

    @Test
    void whatAnEarlierVersionRecordedIsFoundByTheNamesOfItsLevers() {
        assertThat(Fingerprints.byLeverName(
                        "train", "wall_seconds", Fixtures.setting("workers", "0", "2"), "h200", "0"))
                .isEqualTo(new Fingerprint(com.google.common.hash.Hashing.sha256()
                        .hashString(
                                "{\"changes\":[{\"from\":\"0\",\"lever\":\"workers\",\"to\":\"2\"}],"
                                        + "\"epoch\":{\"accelerator_type\":\"h200\",\"code\":\"0\"},"
                                        + "\"family\":\"train\",\"metric\":\"wall_seconds\"}",
                                java.nio.charset.StandardCharsets.UTF_8)
                        .toString()));
    }

    @Test
    void titlesAndProvenanceAreNotPartOfIt() {
        ConfigChange change = Fixtures.setting("workers", "0", "2");

        assertThat(Fixtures.hypothesis("one title", change, .1, dev.amdahl.spi.hypothesis.Bottleneck.HOST_SERIAL)
                        .fingerprint())
                .isEqualTo(Fixtures.hypothesis(
                                "another", change, .9, dev.amdahl.spi.hypothesis.Bottleneck.INPUT_STARVATION)
                        .fingerprint());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "int sum(int a) {\r\n    return a + 1;\r\n}\r\n",
                "int sum(int a) {\n\treturn a + 1;  \n\n}",
                "int sum(int a)   {\n    return a  + 1;\n}\n\n\n"
            })
    void whiteSpaceOfAPatchedFileDoesNotMatter(String variant) {
        assertThat(patch("+ x", SOURCE)).isEqualTo(patch("another diff text", variant));
    }

    @ParameterizedTest
    @ValueSource(strings = {"int sum(int a) {\n    return a + 2;\n}\n", "int sum(int a) {\nreturn a + 1;\n}\n", ""})
    void contentAndIndentationOfAPatchedFileMatter(String variant) {
        assertThat(patch("+ x", SOURCE)).isNotEqualTo(patch("+ x", variant));
    }

    @Test
    void aDeletedFileIsNotAnEmptyOne() {
        PatchChange change = new PatchChange("", List.of("src/sum.c"));

        assertThat(Fingerprints.of("f", "m", change, Map.of(), "h200", "0"))
                .isNotEqualTo(Fingerprints.of("f", "m", change, Map.of("src/sum.c", ""), "h200", "0"));
    }

    @Test
    void everyPartOfTheIdentityMatters() {
        ConfigChange change = Fixtures.setting("workers", "0", "2");
        Set<Fingerprint> prints = Set.of(
                Fingerprints.of("train", "wall_seconds", change, Map.of(), "h200", "0"),
                Fingerprints.of("eval", "wall_seconds", change, Map.of(), "h200", "0"),
                Fingerprints.of("train", "accelerator_seconds", change, Map.of(), "h200", "0"),
                Fingerprints.of("train", "wall_seconds", change, Map.of(), "b200", "0"),
                Fingerprints.of("train", "wall_seconds", change, Map.of(), "h200", "1"),
                Fingerprints.of("train", "wall_seconds", Fixtures.setting("workers", "1", "2"), Map.of(), "h200", "0"),
                Fingerprints.of("train", "wall_seconds", Fixtures.setting("workers", "0", "4"), Map.of(), "h200", "0"));

        assertThat(prints).hasSize(7);
    }

    @Test
    void changesOverlapWhereTheyTouchTheSameLeverTargetOrFile() {
        ConfigChange workers = Fixtures.setting("workers", "0", "2");
        ConfigChange sameVariable = new ConfigChange(
                List.of(new LeverSetting("loaders", new LeverSetting.Environment("workers"), "0", "4")));
        PatchChange first = new PatchChange("", List.of("src/a.c", "src/b.c"));

        assertThat(Surfaces.overlap(workers, Fixtures.setting("workers", "0", "4")))
                .isTrue();
        assertThat(Surfaces.overlap(workers, sameVariable)).isTrue();
        assertThat(Surfaces.overlap(workers, Fixtures.setting("depth", "1", "2")))
                .isFalse();
        assertThat(Surfaces.overlap(first, new PatchChange("", List.of("src/b.c"))))
                .isTrue();
        assertThat(Surfaces.overlap(first, workers)).isFalse();
    }

    private static Fingerprint print(ConfigChange change) {
        return Fingerprints.of("train", "wall_seconds", change, Map.of(), "h200", "0");
    }

    private static Fingerprint patch(String diff, String after) {
        PatchChange change = new PatchChange(diff, List.of("src/sum.c"));
        return Fingerprints.of("train", "wall_seconds", change, Map.of("src/sum.c", after), "h200", "0");
    }
}
