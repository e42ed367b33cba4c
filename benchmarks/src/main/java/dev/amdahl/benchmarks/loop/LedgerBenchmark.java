package dev.amdahl.benchmarks.loop;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Commits of one writer, one event each: by the ledger, by H2 alone with the same settings, and by H2 with one forced append to a file. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 1, time = 2)
@Measurement(iterations = 5, time = 2)
public class LedgerBenchmark {
    private static final ByteBuffer LINE = ByteBuffer.wrap(("x".repeat(320) + "\n").getBytes(UTF_8));

    /** A folder on the disk to measure. */
    @Param("target")
    public String folder = "target";

    @Param({"ledger", "h2", "h2-and-append"})
    public String store = "ledger";

    private Path scratch = Path.of("");
    private Commit commit = () -> {};
    private AutoCloseable open = () -> {};
    private long commits;

    /** One commit of one event. */
    private interface Commit {
        void run() throws SQLException, IOException;
    }

    @Setup
    public void open() throws SQLException, IOException {
        scratch = Files.createTempDirectory(Files.createDirectories(Path.of(folder)), "ledger-benchmark");
        if (store.equals("ledger")) {
            Ledger ledger = Ledger.open(scratch.resolve("ledger").toString());
            Lease lease = ledger.acquire("benchmark", Duration.ofHours(1));
            commit = () -> lease.commit(new Entry.Spent("run-" + commits++, Cost.Kind.BUILD_SECONDS, 1));
            open = () -> {
                lease.close();
                ledger.close();
            };
            return;
        }
        RawTable table = new RawTable(scratch.resolve("raw"));
        FileChannel file =
                FileChannel.open(scratch.resolve("appended"), StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND);
        boolean isAppending = store.equals("h2-and-append");
        commit = () -> {
            table.commit();
            if (isAppending) {
                file.write(LINE.duplicate());
                file.force(false);
            }
        };
        open = () -> {
            file.close();
            table.close();
        };
    }

    @TearDown
    public void close() throws Exception {
        open.close();
        Removal.of(scratch);
    }

    @Benchmark
    public void commit() throws SQLException, IOException {
        commit.run();
    }
}
