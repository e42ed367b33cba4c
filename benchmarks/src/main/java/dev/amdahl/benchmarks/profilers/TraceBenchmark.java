package dev.amdahl.benchmarks.profilers;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.amdahl.core.internal.timeline.Attribution;
import dev.amdahl.profilers.kineto.KinetoProfiler;
import dev.amdahl.profilers.kineto.TraceSummary;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
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

/** Reading a trace in a warm process: Jackson's bare tokens of the bytes, the reader, and the reader with the account of its seconds. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class TraceBenchmark {
    private static final String GENERATED = "generated";
    private static final int KERNELS = 100_000;

    /** A trace of Kineto; {@value #GENERATED} stands for one of {@value #KERNELS} kernels. */
    @Param(GENERATED)
    public String file = GENERATED;

    private Path path = Path.of("");

    @Setup
    public void open() throws IOException {
        path = file.equals(GENERATED)
                ? Files.writeString(Files.createTempFile("kernels", ".json"), generated())
                : Path.of(file);
    }

    @TearDown
    public void close() throws IOException {
        if (file.equals(GENERATED)) {
            Files.delete(path);
        }
    }

    /** Returns a trace of {@value #KERNELS} kernels. */
    public static String generated() {
        return IntStream.range(0, KERNELS)
                .mapToObj(i -> String.format(
                        Locale.ROOT,
                        "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"kernel_%d\", \"pid\": 0, \"tid\": 7, \"ts\":"
                                + " %d, \"dur\": %d, \"args\": {\"device\": 0, \"stream\": 7, \"correlation\": %d}}",
                        i % 50,
                        20L * i,
                        5 + i % 11,
                        i))
                .collect(Collectors.joining(",\n", "{\"schemaVersion\": 1, \"traceEvents\": [\n", "\n]}\n"));
    }

    /** Returns the number of bytes. */
    @Benchmark
    public long tokens() throws IOException {
        InputStream plain = Files.newInputStream(path);
        try (InputStream in = path.toString().endsWith(".gz") ? new GZIPInputStream(plain, 1 << 16) : plain;
                JsonParser parser = new JsonFactory().createParser(in)) {
            while (parser.nextToken() != null) {}
            return parser.currentLocation().getByteOffset();
        }
    }

    @Benchmark
    public Timeline reader() {
        return new KinetoProfiler()
                .read(new Artifact(path, "trace"), ProfileLimits.DEFAULT)
                .timeline()
                .orElseThrow();
    }

    /** Returns the reader, the summary and the accounts; their number. */
    @Benchmark
    public long account() {
        Timeline timeline = reader();
        return (long) TraceSummary.of(timeline, Integer.MAX_VALUE).kernels().size()
                + Attribution.of(timeline).accounts().size();
    }
}
