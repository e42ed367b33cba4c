package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.Verification;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.loop.LoopPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a diagnosis rests on outlives the folders of the runs. */
final class KeptEvidenceStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private World world;

    @BeforeEach
    void begin() {
        world = new World(
                folder, 1, Workload.job("eval", .5, Workload.workers("4")).build());
    }

    private EvidenceStore store() {
        return new EvidenceStore(folder.resolve("ledger.evidence"));
    }

    private List<Entry.EvidenceKept> kept() {
        return world.entries(Entry.EvidenceKept.class);
    }

    private void untilCollected(int runs) {
        for (int i = 0; i < 10 && kept().size() < runs; i++) {
            world.cycle();
        }
        assertThat(kept()).hasSize(runs);
    }

    private void removeRunFolders() throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("arms"))) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @Test
    void aDiagnosisIsReadFromKeptFilesWhenTheRunsAreGone() throws IOException {
        untilCollected(1);
        assertThat(world.entries(Entry.Diagnosed.class)).isEmpty();
        removeRunFolders();
        untilCollected(2);
        removeRunFolders();
        world.cycle();

        assertThat(world.entries(Entry.Diagnosed.class)).hasSize(1).allSatisfy(entry -> {
            assertThat(entry.diagnosis().findings())
                    .as("rules that fired, and nothing about files")
                    .allMatch(finding -> finding.matches(".*\\[[a-z]+\\.[a-z-]+]"));
            assertThat(entry.diagnosis().accounts()).isNotEmpty();
        });
        assertThat(kept()).allSatisfy(file -> {
            assertThat(file.role()).isEqualTo("trace");
            assertThat(store().open(file.digest())).hasContent("0.5").hasSize(file.bytes());
        });
        world.verify();
    }

    @Test
    void aDamagedFileIsAFindingAndAProblemOfTheEventThatNamesIt() throws IOException {
        untilCollected(1);
        removeRunFolders();
        Files.writeString(store().open(kept().get(0).digest()), "0.6");

        Verification found = Ledger.verify(world.url());
        assertThat(found.isOk()).isFalse();
        assertThat(found.firstBad()).hasValue(seq());
        assertThat(found.problems())
                .singleElement()
                .asString()
                .contains("event " + seq(), kept().get(0).digest(), "holds other bytes");

        Files.delete(folder.resolve("ledger.evidence/sha256/"
                + kept().get(0).digest().substring(0, 2)
                + "/"
                + kept().get(0).digest().substring(2)));
        assertThat(Ledger.verify(world.url()).problems())
                .singleElement()
                .asString()
                .contains("is missing");
    }

    private long seq() {
        return 1L + world.entries().indexOf(kept().get(0));
    }

    @Test
    void aFileWhoseRowWasNotWrittenIsTakenOver() throws IOException {
        for (FailPoint point : List.of(FailPoint.EVIDENCE_FILE_WRITTEN, FailPoint.EVIDENCE_FILE_NAMED)) {
            try (FailPoints.Installed installed = FailPoints.install(passed -> {
                if (passed == point) {
                    throw new AssertionError("killed at " + point);
                }
            })) {
                assertThat(installed).isNotNull();
                assertThatThrownBy(() -> world.cycles(10)).hasMessage("killed at " + point);
            }
            assertThat(kept()).isEmpty();
            world.verify();
        }
        untilCollected(1);

        assertThat(store().open(kept().get(0).digest())).hasContent("0.5");
        world.verify();
    }

    @Test
    void theLoopSweepsWhatNoEventNamesAndKeepsWhatOneDoes() throws IOException {
        untilCollected(1);
        Path named = store().open(kept().get(0).digest());
        Path source = Files.writeString(folder.resolve("orphan"), "orphan");
        Path orphan = store().open(store().put(source).digest());
        for (Path file : List.of(named, orphan)) {
            Files.setLastModifiedTime(file, FileTime.from(world.clock.instant()));
        }
        world.cycle();
        assertThat(orphan).exists();

        world.clock.advance(Duration.ofDays(2));
        world.cycle();

        assertThat(orphan).doesNotExist();
        assertThat(named).exists();
        world.verify();
    }

    @Test
    void aFileOverTheLimitIsNotedAndNotKept() {
        world.policy = LoopPolicy.DEFAULT.toBuilder()
                .keptEvidence(2, Duration.ofDays(1))
                .build();

        assertThat(Stream.generate(world::cycle).limit(5).flatMap(report -> report.notes().stream()))
                .anySatisfy(note -> assertThat(note).contains("trace.json is not kept", "3 bytes, more than 2"));
        assertThat(kept()).isEmpty();
        assertThat(world.entries(Entry.Diagnosed.class)).hasSize(1);
    }
}
