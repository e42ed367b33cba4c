package dev.amdahl.benchmarks.gpu;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.DeviceRates;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.health.CheckResult;
import dev.amdahl.gpu.health.GemmSoak;
import java.time.Duration;
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
import org.openjdk.jmh.runner.RunnerException;

/**
 * The soak of a burn-in, every product compared in every bit, beside plain products of the same size: what the comparison costs. A
 * miscompare ends the benchmark. A backend that is not there has no row; it is named with the reason.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 1)
@Measurement(iterations = 5)
public class SoakGpuBenchmark {
    private static final Duration TIME = Duration.ofSeconds(2);
    private static final int PROCESSOR_ROWS = 384;
    private static final int DEVICE_ROWS = 8192;

    @Param({"cpu", "jcuda"})
    public String backend = "cpu";

    @Param({"fp32", "tf32", "bf16"})
    public String type = "fp32";

    private Optional<ComputeBackend> device = Optional.empty();

    private GemmType<?, ?> arithmetic() {
        return GemmType.all().stream()
                .filter(each -> each.toString().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private int rows() {
        return backend.equals("cpu") ? PROCESSOR_ROWS : DEVICE_ROWS;
    }

    @Setup
    public void open() {
        device = Optional.of(ComputeBackends.open(backend));
        CheckResult soaked = soak();
        double plain =
                DeviceRates.gemm(device.get(), arithmetic(), rows(), 5, 1).perSecond();
        System.out.printf(
                "%s %s: %.0f products in %.0f s, none wrong, %.1f GFLOP/s, %.1f %% variation; plain %.1f GFLOP/s%n",
                device.get().device().name(),
                type,
                soaked.figures().get("products"),
                TIME.toMillis() * 1e-3,
                soaked.figures().getOrDefault(GemmSoak.RATE, Double.NaN) * 1e-9,
                100 * soaked.figures().getOrDefault("variation", Double.NaN),
                plain * 1e-9);
    }

    @TearDown
    public void close() {
        device.ifPresent(ComputeBackend::close);
    }

    @Benchmark
    public CheckResult soak() {
        CheckResult soaked = new GemmSoak(arithmetic(), rows(), TIME, 1).run(device.orElseThrow());
        if (soaked.outcome() == CheckResult.Outcome.FAIL) {
            throw new IllegalStateException("the device computes wrongly: " + soaked.reasons());
        }
        return soaked;
    }

    /** Runs it for the backends that work here. */
    public static void main(String[] args) throws RunnerException {
        ReadyBackends.run(SoakGpuBenchmark.class);
    }
}
