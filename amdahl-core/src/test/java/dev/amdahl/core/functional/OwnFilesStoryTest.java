package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.ScriptedScheduler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnFilesStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    @Test
    void aLoopWritesNothingButItsLedgerAndItsFolder() throws IOException {
        Files.createDirectory(folder.resolve("memory"));
        Path work = Files.createDirectory(folder.resolve("work"));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        List<Path> before = files(Path.of(""), 1);
        String home = Objects.requireNonNull(System.getProperty("user.home"));
        String temporary = Objects.requireNonNull(System.getProperty("java.io.tmpdir"));
        System.setProperty("user.home", elsewhere.toString());
        System.setProperty("java.io.tmpdir", elsewhere.toString());
        try {
            run(work);
        } finally {
            System.setProperty("user.home", home);
            System.setProperty("java.io.tmpdir", temporary);
        }

        List<Path> written = files(folder, Integer.MAX_VALUE);
        assertThat(written)
                .contains(folder.resolve("memory/ledger.mv.db"), folder.resolve("memory/ledger.events.jsonl"));
        assertThat(written)
                .allMatch(file -> file.startsWith(work)
                        || file.toString()
                                .startsWith(folder.resolve("memory/ledger.").toString()));
        assertThat(files(Path.of(""), 1)).isEqualTo(before);
    }

    private void run(Path work) {
        try (Ledger ledger = Ledger.open(folder.resolve("memory/ledger").toString())) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(List.of(ScriptedFleet.job("nightly-eval")))
                    .scheduler(new ScriptedScheduler(1, new ScriptedFleet()::run))
                    .gate(new ScriptedGate())
                    .policy(LoopPolicy.DEFAULT.toBuilder()
                            .confirmationPause(Duration.ZERO)
                            .build())
                    .directory(work)
                    .build();
            for (int i = 0; i < 60; i++) {
                loop.runCycle();
            }
            assertThat(ledger.view().dossiers()).isNotEmpty();
        }
    }

    private static List<Path> files(Path folder, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
