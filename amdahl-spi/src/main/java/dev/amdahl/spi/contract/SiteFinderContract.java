package dev.amdahl.spi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.profiler.CodeSite;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SourceLimits;
import dev.amdahl.spi.profiler.SourceScan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of {@link SiteFinder} as a test suite. Extend it and supply an instance. */
public abstract class SiteFinderContract {
    @TempDir
    Path directory;

    /** Returns the finder under test. */
    protected abstract SiteFinder finder();

    /** Returns the name of a source file of its language, such as {@code train.py}. */
    protected abstract String fileName();

    /** Returns a small source text, at most some kilobytes, with at least one site. */
    protected abstract String source();

    /** For the test framework. */
    protected SiteFinderContract() {
        directory = Path.of("");
    }

    @Test
    void findsSitesInTheirOrderAndQuotesTheLine() throws IOException {
        write("b/" + fileName());
        write("a/" + fileName());
        SourceScan scan = finder().find(directory, SourceLimits.DEFAULT);
        assertThat(scan.files()).containsExactly("a/" + fileName(), "b/" + fileName());
        assertThat(scan.sites()).isNotEmpty();
        assertThat(scan.findings()).isEmpty();
        assertThat(scan.sites())
                .isSortedAccordingTo(Comparator.comparing(CodeSite::file).thenComparing(CodeSite::line));
        List<String> lines = source().lines().toList();
        for (CodeSite site : scan.sites()) {
            assertThat(site.text()).isEqualTo(lines.get(site.line() - 1).strip());
            assertThat(site.line())
                    .isBetween(site.scope().firstLine(), site.scope().lastLine());
            assertThat(site.scope().lastLine()).isLessThanOrEqualTo(lines.size() + 1);
            assertThat(site.kind()).matches("[a-z]+(-[a-z]+)*");
        }
        assertThat(finder().find(directory, SourceLimits.DEFAULT)).isEqualTo(scan);
    }

    @Test
    void leavesOutHiddenAndInstalledFoldersAndLinks() throws IOException {
        Path outside = Files.createDirectories(directory.resolve("outside"));
        Files.writeString(outside.resolve(fileName()), source());
        Path root = Files.createDirectories(directory.resolve("root"));
        for (String folder : List.of(".hidden", "node_modules", "site-packages", "build", "target")) {
            write("root/" + folder + "/" + fileName());
        }
        write("root/.hidden-" + fileName());
        Files.createSymbolicLink(root.resolve("linked"), outside);
        Files.createSymbolicLink(root.resolve("linked-" + fileName()), outside.resolve(fileName()));
        SourceScan scan = finder().find(root, SourceLimits.DEFAULT);
        assertThat(scan.files()).isEmpty();
        assertThat(scan.sites()).isEmpty();
    }

    @Test
    void saysWhatLiesBeyondTheLimits() throws IOException {
        write("a/" + fileName());
        write("b/c/" + fileName());
        int length = source().getBytes(StandardCharsets.UTF_8).length;
        for (SourceLimits narrow : List.of(
                new SourceLimits(1, 1 << 20, 32, 1000),
                new SourceLimits(10, length - 1, 32, 1000),
                new SourceLimits(10, 1 << 20, 1, 1000),
                new SourceLimits(10, 1 << 20, 32, 1))) {
            SourceScan scan = finder().find(directory, narrow);
            assertThat(scan.findings()).as(narrow.toString()).isNotEmpty();
            assertThat(scan.files().size()).isLessThanOrEqualTo(narrow.maxFiles());
            assertThat(scan.sites().size()).isLessThanOrEqualTo(narrow.maxSites());
        }
    }

    @Test
    void aFileCutAnywhereIsNeverAnError() throws IOException {
        byte[] whole = source().getBytes(StandardCharsets.UTF_8);
        Path file = directory.resolve(fileName());
        int step = Math.max(1, whole.length / 100);
        for (int length = 0; length < whole.length; length += step) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThat(finder().find(directory, SourceLimits.DEFAULT).files()).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void aDamagedByteIsNeverAnError() throws IOException {
        byte[] whole = source().getBytes(StandardCharsets.UTF_8);
        Path file = directory.resolve(fileName());
        int step = Math.max(1, whole.length / 100);
        for (int at = 0; at < whole.length; at += step) {
            byte[] bytes = whole.clone();
            bytes[at] = (byte) (at % 2 == 0 ? 0xFF : "()'\n".charAt(at % 4));
            Files.write(file, bytes);
            assertThat(finder().find(directory, SourceLimits.DEFAULT).files()).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    void contentThatIsNoSourceIsAFinding() throws IOException {
        Path file = directory.resolve(fileName());
        for (byte[] content : List.of(
                new byte[] {0, -1, 31, -117, 0, 1, 2},
                "(".repeat(20_000).getBytes(StandardCharsets.UTF_8),
                ("x = (((" + "[".repeat(3_000) + "]".repeat(2_000)).getBytes(StandardCharsets.UTF_8))) {
            Files.write(file, content);
            SourceScan scan = finder().find(directory, SourceLimits.DEFAULT);
            assertThat(scan.sites()).isEmpty();
            assertThat(scan.findings()).isNotEmpty();
            assertThat(scan.findings().get(0)).contains(fileName());
        }
    }

    @Test
    void namesTheRootThatIsNoFolder() throws IOException {
        write(fileName());
        for (Path root : List.of(directory.resolve("absent"), directory.resolve(fileName()))) {
            assertThatThrownBy(() -> finder().find(root, SourceLimits.DEFAULT))
                    .isInstanceOfSatisfying(
                            AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.USER))
                    .hasMessageContaining(root.toString());
        }
    }

    private void write(String path) throws IOException {
        Path file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, source());
    }
}
