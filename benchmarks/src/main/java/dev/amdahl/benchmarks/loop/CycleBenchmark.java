package dev.amdahl.benchmarks.loop;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.core.ledger.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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

/** A cycle of the loop that finds nothing to do, on a ledger of that many events: the price of looking. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
public class CycleBenchmark {
    /** A folder on the disk to measure. */
    @Param("target")
    public String folder = "target";

    @Param({"1000", "100000"})
    public long events = 1000;

    private Path scratch = Path.of("");
    private Optional<Ledger> ledger = Optional.empty();
    private Optional<AmdahlLoop> loop = Optional.empty();

    @Setup
    public void fill() throws IOException {
        scratch = Files.createTempDirectory(Files.createDirectories(Path.of(folder)), "cycle-benchmark");
        LedgerLoad load = new LedgerLoad(scratch, true);
        Path path = scratch.resolve("ledger");
        load.fill(path, events);
        Ledger opened = Ledger.open(path.toString());
        ledger = Optional.of(opened);
        loop = Optional.of(load.loop(opened));
        while (idle().hasChanged()) {
            Thread.onSpinWait();
        }
    }

    @TearDown
    public void close() throws IOException {
        ledger.ifPresent(Ledger::close);
        Removal.of(scratch);
    }

    @Benchmark
    public CycleReport idle() {
        return loop.orElseThrow().runCycle();
    }
}
