package dev.amdahl.benchmarks.loop;

import dev.amdahl.benchmarks.profilers.TraceBenchmark;
import dev.amdahl.core.internal.stats.WalshHadamard;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Vote;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * This library's own hot paths, as jobs of its loop: a single shot of many calls in a new process, as a command makes them.
 * {@code HotPath NAME TIMES [TRACE]} prints what came out, and writes JMH's result to {@code hot.json}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class HotPath {
    private static final int ROWS = 1024;
    private static final int COLUMNS = 128;
    private static final int EVERY = 50;

    private final double[][] values = new double[ROWS][COLUMNS];
    private final double[][] table = new double[ROWS][COLUMNS];
    private final TraceBenchmark reader = new TraceBenchmark();
    private final Evidence claim = Claim.ofFewerSeconds();

    /** A trace of Kineto; empty for a generated one. */
    @Param("")
    public String file = "";

    private int calls;
    private boolean isReading;
    private long digest;
    private String result = "";

    /** Sets out what the transform works on. */
    public HotPath() {
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                values[row][column] = (row * 31 + column * 17) % 1009 * .001;
            }
        }
    }

    public static void main(String[] arguments) throws RunnerException {
        String name = arguments[0];
        // The trial is the fork, and one at a time is the scheduler's business.
        System.setProperty("jmh.ignoreLock", "true");
        new Runner(new OptionsBuilder()
                        .include(HotPath.class.getName() + "." + name + "$")
                        .param("file", arguments.length > 2 ? arguments[2] : "")
                        .measurementBatchSize(Integer.parseInt(arguments[1]))
                        .forks(0)
                        .shouldFailOnError(true)
                        .output("hot.txt")
                        .resultFormat(ResultFormatType.JSON)
                        .result("hot.json")
                        .build())
                .run();
    }

    /** One transform; every {@value #EVERY}th goes into the digest of what came out. */
    @Benchmark
    public void transform() {
        for (int row = 0; row < ROWS; row++) {
            System.arraycopy(values[row], 0, table[row], 0, COLUMNS);
        }
        WalshHadamard.transform(table);
        if (calls++ % EVERY == 0) {
            for (double[] row : table) {
                digest = digest * 31 + Arrays.hashCode(row);
            }
            result = Long.toHexString(digest);
        }
    }

    /** Reads a trace and accounts for it. */
    @Benchmark
    public void trace() throws IOException {
        if (calls++ == 0) {
            reader.file = file.isEmpty() ? reader.file : file;
            reader.open();
            isReading = true;
        }
        digest += reader.account();
        result = String.valueOf(digest);
    }

    /** Lets the panel examine a claim. */
    @Benchmark
    public void panel() {
        calls++;
        result = Panel.standard().examine(claim).votes().stream()
                .map(HotPath::text)
                .collect(Collectors.joining("; "));
    }

    private static String text(Vote vote) {
        return vote.refuter() + " " + vote.ballot();
    }

    /** Says what came out. */
    @TearDown
    public void print() throws IOException {
        if (isReading) {
            reader.close();
        }
        System.out.println(calls + " times: " + result);
    }
}
