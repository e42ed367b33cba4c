package dev.amdahl.gpu.health;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.Device;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The burn-in of one device: what the driver has on record, a march over its memory, copies, a soak of matrix products, and what the
 * driver said meanwhile. Changes no setting of the device.
 *
 * @param plan how much of it, for a device that is open
 * @param limit after which a phase counts as hanging
 * @param smi what is asked for clocks, heat and errors; empty if there is none
 */
public record BurnIn(Function<ComputeBackend, BurnInPlan> plan, Duration limit, Optional<Smi> smi) {
    private static final int COPIES = 5;

    /**
     * Runs it; blocks. Faults of the device are in the report, none is thrown.
     *
     * @param backend opens the device, on the thread that uses it
     * @param after hears of each phase as it ends
     * @throws dev.amdahl.spi.AmdahlException if the device cannot be opened
     */
    public BurnInReport run(Supplier<ComputeBackend> backend, Consumer<CheckResult> after) {
        try (Telemetry telemetry = new Telemetry(smi)) {
            return run(backend, telemetry, opened -> telemetry.after(), after);
        }
    }

    /**
     * As one of several devices of a host, whose driver somebody else listens to: in place of what was heard, the rate of every arithmetic,
     * once the device is hot.
     */
    BurnInReport runBesideOthers(Supplier<ComputeBackend> backend, Consumer<CheckResult> after) {
        try (Telemetry nobody = new Telemetry(Optional.empty())) {
            return run(
                    backend,
                    nobody,
                    opened -> phase(PeakRates.NAME, opened, plan -> new PeakRates(plan.rows(), plan.seed())),
                    after);
        }
    }

    private BurnInReport run(
            Supplier<ComputeBackend> backend,
            Telemetry telemetry,
            Function<CompletableFuture<Opened>, HealthCheck> last,
            Consumer<CheckResult> after) {
        CompletableFuture<Opened> opened = new CompletableFuture<>();
        HealthSuite suite = new HealthSuite(
                List.of(
                        telemetry.before(),
                        phase(MemoryMarch.NAME, opened, plan -> new MemoryMarch(plan.memoryBytes(), plan.seed())),
                        phase(CopyBandwidth.NAME, opened, plan -> new CopyBandwidth(plan.copyBytes(), COPIES)),
                        phase(
                                GemmSoak.NAME,
                                opened,
                                plan -> new GemmSoak(plan.type(), plan.rows(), plan.soak(), plan.seed())),
                        last.apply(opened)),
                limit);
        List<CheckResult> phases = suite.run(
                () -> {
                    ComputeBackend open = backend.get();
                    opened.complete(new Opened(open.name(), open.device(), plan.apply(open)));
                    return open;
                },
                after);
        Opened done = opened.join();
        return new BurnInReport(done.backend, done.device, phases);
    }

    private static HealthCheck phase(
            String name, CompletableFuture<Opened> opened, Function<BurnInPlan, HealthCheck> check) {
        return new Phase(name, device -> check.apply(opened.join().plan).run(device));
    }

    private record Opened(String backend, Device device, BurnInPlan plan) {}

    private record Phase(String name, Function<ComputeBackend, CheckResult> examination) implements HealthCheck {
        @Override
        public CheckResult run(ComputeBackend device) {
            return examination.apply(device);
        }
    }
}
