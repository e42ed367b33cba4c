package dev.amdahl.profilers;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.ThreadMXBean;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads damaged files with one profiler: each is read into a sound profile or refused with an error of category USER that names the
 * file, with at most 256 MB allocated and in bounded time. Extend it in the tests of a reader. The files are mutations of small valid
 * ones, decided by a seed, and those saved in the corpus folder {@code src/test/resources/fuzz/PROFILER}.
 *
 * <p>{@code -Damdahl.fuzz.seed=7 -Damdahl.fuzz.rounds=1000000} looks further. A file that fails is kept under {@code target/fuzz};
 * once it is fixed, it belongs into the corpus.
 */
public abstract class ReaderFuzz {
    private static final long MAX_BYTES = 256L << 20;
    private static final int CUTS = 200;
    private static final int ROUNDS = 1000;
    private static final int FULL_ROUNDS = 2500;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path directory;

    /** For the test framework. */
    protected ReaderFuzz() {
        directory = Path.of("");
    }

    /** The reader under test. */
    protected abstract Profiler profiler();

    /** Its name, which is that of its corpus folder. */
    protected abstract String name();

    /** Valid files by name, at most some ten kilobytes each; the name of each is kept by its mutations. */
    protected abstract Map<String, byte[]> originals() throws IOException;

    /** The role that the files are given with. */
    protected String role() {
        return "trace";
    }

    @Test
    void mutatedFilesAreReadOrRefused() throws IOException {
        long seed = Long.getLong("amdahl.fuzz.seed", 5);
        int rounds = Integer.getInteger("amdahl.fuzz.rounds", Requires.fullSize() ? FULL_ROUNDS : ROUNDS);
        Map<String, byte[]> originals = new TreeMap<>(originals());
        assertThat(originals).isNotEmpty();
        List<String> names = List.copyOf(originals.keySet());
        Mutations mutations = new Mutations(originals.values(), seed);
        AtomicReference<String> current = new AtomicReference<>("");
        int[] refused = new int[1];
        assertTimeoutPreemptively(
                Duration.ofSeconds(60 + rounds / 20),
                () -> {
                    for (int i = 0; i < rounds; i++) {
                        String name = names.get(i % names.size());
                        String what = "seed " + seed + ", mutation " + i + " of " + name;
                        current.set(what);
                        byte[] file = mutations.file(requireNonNull(originals.get(name)), i);
                        refused[0] += readOrRefuse(what, name, file);
                    }
                },
                () -> "too slow at " + current);
        assertThat(refused[0]).as("refused of " + rounds).isBetween(1, rounds - 1);
    }

    @Test
    void filesThatEndEarlyAreReadOrRefused() throws IOException {
        originals().forEach((name, file) -> {
            for (int i = 0; i < CUTS; i++) {
                int length = (int) ((long) file.length * i / CUTS);
                readOrRefuse("first " + length + " bytes of " + name, name, Arrays.copyOf(file, length));
            }
        });
    }

    @Test
    void originalsAreRead() throws IOException {
        originals()
                .forEach((name, file) ->
                        assertThat(readOrRefuse(name, name, file)).as(name).isZero());
    }

    @Test
    void savedFilesAreReadOrRefused() throws IOException {
        Path corpus = Path.of("src/test/resources/fuzz", name());
        List<Path> files = List.of();
        if (Files.isDirectory(corpus)) {
            try (Stream<Path> listed = Files.list(corpus)) {
                files = listed.sorted().toList();
            }
        }
        for (Path file : files) {
            readOrRefuse(file.toString(), file.getFileName().toString(), Files.readAllBytes(file));
        }
    }

    /** Returns 1 for a refusal. */
    private int readOrRefuse(String what, String name, byte[] content) {
        Path file = directory.resolve(name);
        try {
            Files.write(file, content);
            Artifact artifact = new Artifact(file, role());
            long before = threads.getCurrentThreadAllocatedBytes();
            profiler().reads(artifact);
            try {
                sound(profiler().read(artifact, ProfileLimits.DEFAULT));
                return 0;
            } catch (AmdahlException e) {
                assertThat(e.category()).isEqualTo(ErrorCategory.USER);
                assertThat(e).hasMessageContaining(file.toString());
                return 1;
            } finally {
                assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(MAX_BYTES);
            }
        } catch (IOException | RuntimeException | Error e) {
            throw new AssertionError(what + " (kept as " + keep(name, content) + "): " + e, e);
        }
    }

    private Path keep(String name, byte[] content) {
        try {
            Path folder = Files.createDirectories(Path.of("target/fuzz", name()));
            return Files.write(Files.createTempFile(folder, "", "-" + name), content);
        } catch (IOException e) {
            throw new AssertionError("cannot keep the file", e);
        }
    }

    private static void sound(Profile profile) {
        assertThat(profile.counters().values())
                .allSatisfy(value -> assertThat(value).isFinite());
        assertThat(profile.hotFrames())
                .extracting(HotFrame::seconds)
                .allSatisfy(value -> assertThat(value).isFinite().isNotNegative());
        profile.timeline().ifPresent(ReaderFuzz::sound);
    }

    private static void sound(Timeline timeline) {
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; i < lane.size(); i++) {
                boolean sound = lane.start(i) >= timeline.startNanos()
                        && lane.start(i) <= lane.end(i)
                        && lane.end(i) <= timeline.endNanos()
                        && (i == 0 || lane.start(i - 1) <= lane.start(i))
                        && lane.activity(i).side() == lane.side();
                if (!sound) {
                    throw new AssertionError("interval " + i + " of " + lane.name() + ": " + lane.start(i) + " to "
                            + lane.end(i) + " in " + timeline.startNanos() + " to " + timeline.endNanos());
                }
            }
        }
    }
}
