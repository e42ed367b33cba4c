package dev.amdahl.core.ledger.evidence;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EvidenceStoreTest {
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    private static final int PROCESSES = 2;
    private static final int SHARED_FILES = 40;

    @TempDir
    Path folder;

    private EvidenceStore store;

    @BeforeEach
    void open() {
        store = new EvidenceStore(folder.resolve("ledger.evidence"));
    }

    private StoredArtifact put(String content) throws IOException {
        return store.put(new ByteArrayInputStream(content.getBytes(UTF_8)), content.length());
    }

    private List<Path> files() throws IOException {
        return files(folder);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void aFileLiesUnderTheDigestOfItsContent() throws IOException {
        StoredArtifact kept = put("abc");

        assertThat(kept).isEqualTo(new StoredArtifact(ABC, 3));
        assertThat(store.open(ABC)).hasContent("abc").endsWithRaw(Path.of("sha256", "ba", ABC.substring(2)));
        assertThat(files()).hasSize(1);
    }

    @Test
    void theSameContentIsKeptOnce() throws IOException {
        Path large = Files.write(folder.resolve("trace"), random(300_000));
        StoredArtifact first = store.put(large);

        assertThat(store.put(large)).isEqualTo(first).isEqualTo(new StoredArtifact(first.digest(), 300_000));
        assertThat(store.open(first.digest())).hasSameBinaryContentAs(large);
        assertThat(files()).hasSize(2);
    }

    @Test
    void aFlippedBitIsSeenOnReadAndMendedByTheNextPut() throws IOException {
        put("abc");
        Path file = store.open(ABC);
        Files.writeString(file, "abb");

        assertThatThrownBy(() -> store.open(ABC))
                .isInstanceOfSatisfying(
                        EvidenceDamagedException.class,
                        damaged -> assertThat(damaged.isMissing()).isFalse())
                .hasMessageContainingAll(file.toString(), ABC, "other bytes", "restore it from a copy");
        put("abc");
        assertThat(store.open(ABC)).hasContent("abc");
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> store.open(ABC))
                .isInstanceOfSatisfying(
                        EvidenceDamagedException.class,
                        damaged -> assertThat(damaged.isMissing()).isTrue())
                .hasMessageContainingAll(ABC.substring(2), ABC, "is missing");
        assertThatThrownBy(() -> store.open("../../etc/passwd")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whateverStepItDiesAfterThereIsAWholeFileOrNone() throws IOException {
        for (FailPoint point : List.of(FailPoint.EVIDENCE_FILE_WRITTEN, FailPoint.EVIDENCE_FILE_NAMED)) {
            try (FailPoints.Installed installed = FailPoints.install(passed -> {
                if (passed == point) {
                    throw new IllegalStateException("killed at " + point);
                }
            })) {
                assertThat(installed).isNotNull();
                assertThatThrownBy(() -> put("abc")).hasMessage("killed at " + point);
            }
            assertThat(files()).hasSize(point == FailPoint.EVIDENCE_FILE_WRITTEN ? 0 : 1);
        }
        assertThat(put("abc").digest()).isEqualTo(ABC);
        assertThat(files()).as("the file without a row was taken over").containsExactly(store.open(ABC));
    }

    @Test
    void aSourceThatFailsLeavesNothing() throws IOException {
        InputStream failing = new InputStream() {
            private int left = 100_000;

            @Override
            public int read() throws IOException {
                if (left-- == 0) {
                    throw new IOException("the disk is gone");
                }
                return 'x';
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                buffer[offset] = (byte) read();
                return 1;
            }
        };

        assertThatThrownBy(() -> store.put(failing, 0)).hasMessage("the disk is gone");
        assertThat(files()).isEmpty();
    }

    @Test
    void onlyOldFilesThatNothingNamesAreSwept() throws IOException {
        Instant now = Instant.parse("2026-03-03T00:00:00Z");
        Instant old = now.minus(Duration.ofDays(2));
        String named = aged("named", old);
        String orphan = aged("orphan", old);
        String young = aged("young", now);
        String adopted = aged("adopted", old);
        put("adopted");
        Path left = Files.writeString(folder.resolve("ledger.evidence/drafts/1.tmp"), "half");
        Files.setLastModifiedTime(left, FileTime.from(old));
        Path strange = Files.writeString(store.open(named).resolveSibling("notes"), "not ours");
        Files.setLastModifiedTime(strange, FileTime.from(old));

        assertThat(store.sweep(named::equals, now.minus(Duration.ofDays(1)))).isEqualTo(2);
        assertThat(left).doesNotExist();
        assertThat(strange).exists();
        assertThat(List.of(named, young, adopted)).allSatisfy(digest -> store.open(digest));
        assertThatThrownBy(() -> store.open(orphan)).hasMessageContaining("is missing");
    }

    @Test
    void sweepingIsRememberedForAWhile() throws IOException {
        Instant now = Instant.parse("2026-03-03T00:00:00Z");
        Duration day = Duration.ofDays(1);
        assertThat(store.sweepIfDue(digest -> false, now.minus(day), now)).isZero();
        aged("first", now.minus(day).minusSeconds(1));
        assertThat(store.sweepIfDue(digest -> false, now.minus(day), now)).isOne();
        aged("second", now.minus(day).minusSeconds(1));

        assertThat(store.sweepIfDue(digest -> false, now.minus(day).plusSeconds(60), now.plusSeconds(60)))
                .isZero();
        assertThat(store.sweepIfDue(digest -> false, now, now.plus(day))).isOne();
    }

    @Test
    void twoProcessesKeepTheSameFilesAtOnce() throws IOException, InterruptedException {
        List<Process> writers = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            writers.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            Writer.class.getName(),
                            folder.resolve("ledger.evidence").toString())
                    .inheritIO()
                    .start());
        }
        for (Process writer : writers) {
            assertThat(writer.waitFor()).isZero();
        }

        List<Path> there = files();
        assertThat(there)
                .hasSize(SHARED_FILES)
                .allSatisfy(file -> store.open("" + file.resolveSibling("").getFileName() + file.getFileName()));
    }

    private String aged(String content, Instant at) throws IOException {
        String digest = put(content).digest();
        Files.setLastModifiedTime(store.open(digest), FileTime.from(at));
        return digest;
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(7).nextBytes(bytes);
        return bytes;
    }

    /** Another process. */
    static final class Writer {
        public static void main(String[] args) throws IOException {
            EvidenceStore store = new EvidenceStore(Path.of(args[0]));
            for (int i = 0; i < SHARED_FILES; i++) {
                byte[] content = ("content " + i).repeat(1_000).getBytes(UTF_8);
                store.open(store.put(new ByteArrayInputStream(content), content.length)
                        .digest());
            }
        }
    }
}
