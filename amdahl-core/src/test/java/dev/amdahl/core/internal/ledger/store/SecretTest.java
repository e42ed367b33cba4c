package dev.amdahl.core.internal.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SecretTest {
    private static final int AT_ONCE = 8;

    @TempDir
    Path folder;

    @Test
    void allThatBeginALedgerAtOnceGetOnePassword() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            for (int round = 0; round < 20; round++) {
                Path file = folder.resolve("memory" + round + ".secret");
                CyclicBarrier start = new CyclicBarrier(AT_ONCE);
                List<Future<String>> given = new ArrayList<>();
                for (int i = 0; i < AT_ONCE; i++) {
                    given.add(threads.submit(() -> {
                        start.await();
                        return new Secret(file).readOrCreate();
                    }));
                }
                Set<String> passwords = new HashSet<>();
                for (Future<String> one : given) {
                    passwords.add(one.get());
                }
                assertThat(passwords).containsExactly(Files.readString(file));
            }
        } finally {
            threads.shutdownNow();
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(20);
        }
    }
}
