package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When {@code java -jar amdahl.jar trace} starts a JVM with other options. */
final class LeanTraceTest {
    private static final List<String> PLAIN = List.of("-jar", "amdahl.jar", "trace", "t.json");

    @TempDir
    private Path folder;

    private Path trace = Path.of("");

    /** A hole in a file has a size and takes no room. */
    @BeforeEach
    void make() throws IOException {
        trace = file("t.json", 4_000_000);
    }

    @Test
    void nobodysOptionsAreReplacedByThoseThatCompileLittle() {
        assertThat(LeanTrace.command(PLAIN, Map.of(), List.of("trace", trace.toString(), "--json")))
                .hasValueSatisfying(command -> assertThat(command.subList(1, command.size()))
                        .containsExactly(
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-XX:Tier3BackEdgeThreshold=6000",
                                "-Xmn24m",
                                "-jar",
                                "amdahl.jar",
                                "trace",
                                trace.toString(),
                                "--json"));
    }

    /** Of those that compile little and of the one collector, which every command of the launcher has. */
    @Test
    void theyAreTheLaunchersOwn() throws IOException {
        String launcher = Files.readString(Path.of("src/main/sh/amdahl.sh"));

        assertThat(LeanTrace.command(PLAIN, Map.of(), List.of("trace", trace.toString())))
                .hasValueSatisfying(command -> assertThat(launcher)
                        .contains("amd_options='" + command.get(1) + " " + command.get(3) + " " + command.get(4) + "'")
                        .contains("\nexec \"$amd_java/bin/java\" " + command.get(2) + " "));
    }

    @Test
    void whatSomebodyChoseIsKept() {
        List<String> words = List.of("trace", trace.toString());
        assertThat(LeanTrace.command(List.of("-Xmx96m", "-jar", "amdahl.jar"), Map.of(), words))
                .isEmpty();
        assertThat(LeanTrace.command(List.of("-cp", "amdahl.jar", "Main"), Map.of(), words))
                .isEmpty();
        assertThat(LeanTrace.command(List.of(), Map.of(), words)).isEmpty();
        assertThat(LeanTrace.command(PLAIN, Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g"), words))
                .isEmpty();
        assertThat(LeanTrace.command(PLAIN, Map.of("AMDAHL_OWNER", "1"), words)).isEmpty();
    }

    @Test
    void onlyWhatPaysIsStartedElsewhere() throws IOException {
        assertThat(pays(file("small.json", 3_999_999))).isFalse();
        assertThat(pays(file("small.json.gz", 400_000))).isTrue();
        assertThat(pays(file("large.json", 1_000_000_000))).isFalse();
        assertThat(pays(folder.resolve("absent"))).isFalse();
        file("ranks/0.json", 2_000_000);
        file("ranks/1.json.gz", 200_000);
        assertThat(pays(folder.resolve("ranks"))).isTrue();
        assertThat(LeanTrace.run(new String[] {"plugins", trace.toString()})).isEmpty();
    }

    @Test
    void whatTheFirstLoadedTheNextOnesTake() throws IOException {
        Map<String, String> environment = Map.of("XDG_CACHE_HOME", folder.toString());
        ClassArchive archive = ClassArchive.of(trace, environment).orElseThrow();
        assertThat(archive.options()).containsExactly("-Xlog:disable", "-XX:ArchiveClassesAtExit=" + archive.draft());
        archive.keep();
        assertThat(archive.kept()).doesNotExist();
        Path old = Files.writeString(archive.kept().resolveSibling("jar-0.jsa"), "of an earlier jar");
        Path launchers = Files.writeString(archive.kept().resolveSibling("1-2.jsa"), "the launcher's own");
        Files.writeString(archive.draft(), "classes");
        archive.keep();
        assertThat(archive.options()).containsExactly("-XX:SharedArchiveFile=" + archive.kept(), "-Xshare:auto");
        assertThat(old).doesNotExist();
        assertThat(launchers).exists();
        file("t.json", 4_000_001);
        assertThat(ClassArchive.of(trace, environment).orElseThrow().kept()).isNotEqualTo(archive.kept());
    }

    @Test
    void whereThereIsNoFolderForClassesNothingIsKept() {
        Map<String, String> environment = Map.of("XDG_CACHE_HOME", trace.toString());
        assertThat(ClassArchive.of(trace, environment).orElseThrow().options()).isEmpty();
        assertThat(ClassArchive.of(folder.resolve("absent.jar"), environment)).isEmpty();
    }

    private static boolean pays(Path path) {
        return LeanTrace.command(PLAIN, Map.of(), List.of("trace", path.toString()))
                .isPresent();
    }

    private Path file(String name, long bytes) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (RandomAccessFile hole = new RandomAccessFile(file.toFile(), "rw")) {
            hole.setLength(bytes);
        }
        return file;
    }
}
