package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.testing.PatchedProgram;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Proposal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of a model that take all they can get, as real patches through the loop: the machine stays as it was. */
@Tag("measures")
class BombStoryTest {
    /** A machine may be as busy as it likes; one that is not stopped goes on for ever. */
    private static final Duration ALLOWANCE = Duration.ofMinutes(1);

    private static final String HEAD = """
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            void product(int n, const double *a, const double *b, double *c) {
            """;

    /** What a bomb does, by what its verdict must name. */
    private static Map<String, String> bombs() {
        Map<String, String> bombs = new LinkedHashMap<>();
        bombs.put("fork: processes", "for (;;) fork();");
        bombs.put("memory: memory", "for (;;) { char *p = malloc(1 << 20); memset(p, 1, 1 << 20); }");
        bombs.put("disk: disk", """
                char block[1 << 16], name[64];
                memset(block, 1, sizeof block);
                for (int i = 0;; i++) {
                    sprintf(name, "f%d", i);
                    FILE *f = fopen(name, "w");
                    if (!f) exit(4);
                    for (int j = 0; j < 128; j++) fwrite(block, 1, sizeof block, f);
                    fclose(f);
                }""");
        bombs.put("spin: time", "for (volatile long i = 0;; i++) { }");
        bombs.put("output: time", "for (;;) puts(\"all work and no play\");");
        bombs.put("sleep: time", "if (fork() == 0) { setsid(); if (fork()) _exit(0); } for (;;) sleep(1000);");
        return bombs;
    }

    @TempDir
    Path folder;

    @Test
    void aBombThatEndsBySomeLimitIsRefutedByTheResourceItTook() throws IOException, InterruptedException {
        refuteAll(Duration.ofSeconds(10), "memory: memory", "disk: disk");
    }

    @Test
    void aBombThatNeverEndsIsRefutedAtItsTimeLimit() throws IOException, InterruptedException {
        refuteAll(Duration.ofSeconds(1), "fork: processes", "spin: time", "output: time", "sleep: time");
    }

    private void refuteAll(Duration limit, String... titles) throws IOException, InterruptedException {
        String name = "bomb" + Long.toString(System.nanoTime(), 36);
        PatchedProgram program = PatchedLoop.program(folder, name, 40);
        List<Proposal> offered = new ArrayList<>();
        for (String title : titles) {
            offered.add(program.offer(title, "kernel.c", HEAD + bombs().get(title) + "\n}\n"));
        }
        LedgerView view = PatchedLoop.untilIdle(folder, program, limit, offered);

        for (String title : titles) {
            Dossier bomb = PatchedLoop.of(view, title);
            assertThat(bomb.state()).as(title + ": " + bomb.reason()).isEqualTo(HypothesisState.REFUTED);
            assertThat(bomb.reason()).contains("out of " + title.substring(title.indexOf(' ') + 1));
            List<Run> runs = view.runsOf(bomb.id());
            assertThat(runs).as(title).hasSize(1);
            assertThat(Duration.between(runs.get(0).intendedAt(), bomb.movedAt()))
                    .as(title)
                    .isLessThan(limit.plus(ALLOWANCE));
        }
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(line -> line.contains(name)))
                .isEmpty();
        assertThat(bytesOf(folder)).isLessThan(1L << 30);
    }

    private static long bytesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }
}
