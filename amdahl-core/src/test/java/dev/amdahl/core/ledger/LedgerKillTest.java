package dev.amdahl.core.ledger;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code commit} acknowledged survives SIGKILL at any moment, the very first ones of a new file included. */
@Tag("harness")
final class LedgerKillTest {
    private static final int KILLS_PER_FILE = 5;

    @TempDir
    Path folder;

    @Test
    void nothingAcknowledgedIsLost() throws IOException, InterruptedException {
        long seed = Long.getLong("amdahl.seed", 20260301);
        SplittableRandom random = new SplittableRandom(seed);
        int kills = Requires.fullSize() ? 5 : 2;
        int acknowledged = 0;
        for (int kill = 0; kill < kills; kill++) {
            Path ledger = folder.resolve("memory-" + kill / KILLS_PER_FILE);
            Path acks = folder.resolve("acks-" + kill / KILLS_PER_FILE);
            killOnce(ledger, acks, random, kill % 5 == 4);
            acknowledged += check(ledger, acks, "seed " + seed + ", kill " + kill);
        }
        assertThat(acknowledged).as("commits seen in %d kills", kills).isGreaterThan(kills);
    }

    private static void killOnce(Path ledger, Path acks, SplittableRandom random, boolean isEarly)
            throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Child.class.getName(),
                        ledger.toString(),
                        acks.toString(),
                        Long.toString(random.nextLong()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream out = child.getInputStream()) {
            if (!isEarly) {
                assertThat(out.read()).as("the child's first commit").isEqualTo('!');
            }
            boolean ended = child.waitFor(random.nextInt(isEarly ? 700 : 150), TimeUnit.MILLISECONDS);
            assertThat(ended).as("the child ends by the kill alone").isFalse();
            child.destroyForcibly();
            assertThat(child.waitFor()).isEqualTo(128 + 9);
        }
    }

    private static int check(Path ledger, Path acks, String when) throws IOException {
        List<String> acknowledged =
                Files.exists(acks) ? new ArrayList<>(Files.readAllLines(acks, US_ASCII)) : List.of();
        try (Ledger opened = Ledger.open(ledger.toString())) {
            Verification found = opened.verify();
            assertThat(found.problems()).as(when).isEmpty();
        }
        List<String> there = EventLog.read(Path.of(ledger + ".events.jsonl")).stream()
                .map(recorded -> recorded.event().seq() + " " + recorded.event().hash())
                .toList();
        assertThat(there).as(when).containsAll(acknowledged);
        return acknowledged.size();
    }

    /** Commits without end; writes the last event of each commit to a file once it has returned. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws IOException {
            SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[2]));
            Path acks = Path.of(arguments[1]);
            Ledger ledger = Ledger.open(arguments[0]);
            Lease lease = ledger.acquire("child", Duration.ofHours(1));
            for (boolean isFirst = true; ; isFirst = false) {
                List<Entry> entries = new ArrayList<>();
                for (int i = random.nextInt(1, 5); i > 0; i--) {
                    entries.add(new Entry.Spent("run-" + random.nextInt(50), Cost.Kind.BUILD_SECONDS, i));
                }
                LedgerView view = lease.commit(entries);
                Files.writeString(
                        acks,
                        view.events() + " " + view.head() + "\n",
                        US_ASCII,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
                if (isFirst) {
                    System.out.print('!');
                    System.out.flush();
                }
            }
        }
    }
}
