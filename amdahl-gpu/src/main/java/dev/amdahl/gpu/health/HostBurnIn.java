package dev.amdahl.gpu.health;

import dev.amdahl.gpu.Device;
import dev.amdahl.gpu.internal.child.Child;
import dev.amdahl.gpu.internal.child.Message;
import dev.amdahl.spi.UnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The burn-in of all devices of a host at once, each in a process of its own, and of the links between them in another; this process opens
 * none, so that no device can hang it. Changes no setting of a device.
 *
 * @param plan how much of it
 * @param smi what is asked for clocks, heat, errors and links; empty if there is none
 * @param dmesg what tells the kernel's log; empty if there is none
 * @param allReduce NCCL's test of an all-reduce; empty if it is not installed
 */
public record HostBurnIn(HostPlan plan, Optional<Smi> smi, Optional<Smi> dmesg, Optional<Smi> allReduce) {
    /** The phase of the host in which its devices are counted. */
    static final String IDENTITY = Telemetry.BEFORE;

    private static final List<String> DEVICE_PHASES =
            List.of(IDENTITY, MemoryMarch.NAME, CopyBandwidth.NAME, GemmSoak.NAME, PeakRates.NAME);
    private static final Duration SLACK = Duration.ofSeconds(20);
    private static final Device UNKNOWN = new Device("unknown", "unknown", 0, 0, 0, Map.of());

    /** Returns one with the programs of the search path. */
    public static HostBurnIn here(HostPlan plan) {
        return new HostBurnIn(plan, Smi.find(), Smi.find("dmesg"), Smi.find(AllReduce.PROGRAM));
    }

    /**
     * Runs it; blocks. Faults of devices are in the report, none is thrown.
     *
     * @param after hears of each phase as it ends, with the device or {@code host}; from several threads, one at a time
     * @throws UnavailableException if no device can be counted
     */
    public HostReport run(BiConsumer<String, CheckResult> after) {
        Message count = count();
        String backend = count.words().get(0);
        int devices = count.figures().getOrDefault("devices", 0.).intValue();
        HostDevices known = smi.map(HostDevices::of).orElse(HostDevices.UNKNOWN);
        Optional<NvLinkRecord> nvLinks = smi.map(NvLinkRecord::of);
        KernelLog log = KernelLog.begin(dmesg);
        List<CheckResult> phases = new ArrayList<>();
        Phases host = new Phases(phases, result -> after.accept("host", result));
        try (Telemetry telemetry = new Telemetry(smi)) {
            host.add(IDENTITY, () -> naming(counted(telemetry.begin(), devices, known), known));
            List<HostReport.OfDevice> reports = devices(backend, devices, after);
            String model = reports.stream()
                    .map(one -> one.report().device())
                    .filter(device -> !device.equals(UNKNOWN))
                    .map(Device::name)
                    .findFirst()
                    .orElse("");
            DeclaredPeaks peaks = DeclaredPeaks.of(model, plan.peaks());
            host.add(Links.NAME, () -> new Links(backend, plan, known, peaks).run(reports));
            int links = nvLinks.map(NvLinkRecord::links).orElse(0);
            host.add(AllReduce.NAME, () -> allReduce(devices, peaks.link(links)));
            host.add(Telemetry.AFTER, () -> naming(telemetry.end(), known));
            host.add(
                    NvLinkRecord.NAME,
                    () -> nvLinks.map(
                                    before -> NvLinkRecord.of(smi.orElseThrow()).since(before, known))
                            .orElseGet(
                                    () -> CheckResult.skipped(NvLinkRecord.NAME, "no nvidia-smi on the search path")));
            host.add(KernelLog.NAME, () -> log.end(known));
            return new HostReport(backend, reports, phases);
        }
    }

    private record Phases(List<CheckResult> all, Consumer<CheckResult> after) {
        void add(String name, Supplier<CheckResult> work) {
            long start = System.nanoTime();
            CheckResult result = work.get().took((System.nanoTime() - start) * 1e-9);
            if (!result.check().equals(name)) {
                throw new IllegalStateException("phase " + name + " answered as " + result.check());
            }
            all.add(result);
            after.accept(result);
        }
    }

    private Message count() {
        try (Child child = new Child(HostProgram.class, HostProgram.COUNT, plan.backend())) {
            Optional<Message> told = child.next(plan.limit());
            String why = told.isEmpty() ? child.fault(plan.limit()) : "";
            if (told.isEmpty() || told.get().kind().equals(HostProgram.REFUSED)) {
                throw new UnavailableException(
                        "compute backend " + plan.backend(),
                        told.map(message -> message.words().get(0)).orElse(why),
                        "see amdahl doctor",
                        null);
            }
            return told.get();
        } catch (IOException e) {
            throw cannotStart(e);
        }
    }

    private static UnavailableException cannotStart(IOException e) {
        return new UnavailableException(
                "burn-in", "a process of its own cannot be started: " + e.getMessage(), "make room and try again", e);
    }

    /** A device that fell off the bus is missed by nobody but those who know that there was one. */
    private CheckResult counted(CheckResult identity, int devices, HostDevices known) {
        List<String> faults = new ArrayList<>();
        if (plan.expected().isPresent() && devices != plan.expected().getAsInt()) {
            faults.add(devices + " devices were found instead of "
                    + plan.expected().getAsInt());
        }
        boolean isAll = System.getenv("CUDA_VISIBLE_DEVICES") == null;
        if (isAll
                && !known.rows().isEmpty()
                && known.rows().size() > devices
                && !plan.backend().equals("cpu")) {
            faults.add("nvidia-smi shows " + known.rows().size() + " devices, and " + devices + " can be opened");
        }
        if (faults.isEmpty()) {
            return smi.isPresent()
                    ? identity
                    : CheckResult.skipped(
                            IDENTITY, "no nvidia-smi on the search path: what the driver has on record is not known");
        }
        faults.addAll(identity.reasons());
        return CheckResult.of(identity.check(), CheckResult.Outcome.FAIL, identity.figures(), faults);
    }

    private static CheckResult naming(CheckResult result, HostDevices known) {
        return new CheckResult(
                result.check(),
                result.outcome(),
                result.seconds(),
                result.figures(),
                result.reasons().stream().map(known::naming).toList());
    }

    private List<HostReport.OfDevice> devices(String backend, int count, BiConsumer<String, CheckResult> after) {
        CountDownLatch soaks = new CountDownLatch(count);
        List<String> visible =
                List.of(System.getenv().getOrDefault("CUDA_VISIBLE_DEVICES", "").split(",", -1));
        ExecutorService judges = Executors.newFixedThreadPool(Math.max(1, count));
        try {
            List<CompletableFuture<HostReport.OfDevice>> running = IntStream.range(0, count)
                    .mapToObj(number -> {
                        String id = visible.size() == count && !visible.get(0).isBlank()
                                ? visible.get(number).strip().replace('/', '_')
                                : Integer.toString(number);
                        return CompletableFuture.supplyAsync(
                                () -> new HostReport.OfDevice(id, device(backend, number, soaks, result -> {
                                    synchronized (after) {
                                        after.accept("device " + id, result);
                                    }
                                })),
                                judges);
                    })
                    .toList();
            return running.stream().map(CompletableFuture::join).toList();
        } finally {
            judges.shutdownNow();
        }
    }

    private BurnInReport device(String backend, int number, CountDownLatch soaks, Consumer<CheckResult> after) {
        List<CheckResult> phases = new ArrayList<>();
        Device device = UNKNOWN;
        boolean isCounted = false;
        try (Child child = new Child(
                HostProgram.class,
                HostProgram.DEVICE,
                backend,
                Integer.toString(number),
                Long.toString(plan.soak().toMillis()),
                Long.toString(plan.limit().toMillis()),
                Long.toString(plan.seed()))) {
            Duration patience = plan.limit().plus(SLACK);
            while (phases.size() < DEVICE_PHASES.size()) {
                Optional<Message> told = child.next(patience);
                if (told.isEmpty() || told.get().kind().equals(HostProgram.REFUSED)) {
                    String why = told.map(message -> message.words().get(0)).orElseGet(() -> child.fault(patience));
                    gone(phases, why, after);
                } else if (told.get().kind().equals(HostProgram.DEVICE)) {
                    device = HostProgram.device(told.get());
                } else {
                    CheckResult result = HostProgram.phase(told.get());
                    DeclaredPeaks peaks = DeclaredPeaks.of(device.name(), plan.peaks());
                    result = result.check().equals(PeakRates.NAME) ? peaks.judged(result) : result;
                    phases.add(result);
                    after.accept(result);
                    if (result.check().equals(CopyBandwidth.NAME)) {
                        soaks.countDown();
                        isCounted = true;
                        soaks.await();
                        child.go();
                    }
                }
            }
        } catch (IOException e) {
            gone(phases, cannotStart(e).getMessage(), after);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            gone(phases, "interrupted", after);
        } finally {
            if (!isCounted) {
                soaks.countDown();
            }
        }
        return new BurnInReport(backend, device, phases);
    }

    /** The phase that it was in has failed, and the others were not examined. */
    private static void gone(List<CheckResult> phases, @Nullable String why, Consumer<CheckResult> after) {
        for (String name : DEVICE_PHASES.subList(phases.size(), DEVICE_PHASES.size())) {
            boolean isFirst = phases.stream().noneMatch(phase -> phase.outcome() == CheckResult.Outcome.FAIL);
            CheckResult result = isFirst
                    ? CheckResult.failed(name, Map.of(), String.valueOf(why))
                    : CheckResult.skipped(name, HealthSuite.GONE);
            phases.add(result);
            after.accept(result);
        }
    }

    private CheckResult allReduce(int devices, OptionalDouble peak) {
        if (devices < 2) {
            return CheckResult.skipped(AllReduce.NAME, "one device alone");
        }
        if (allReduce.isEmpty()) {
            return CheckResult.skipped(AllReduce.NAME, "no " + AllReduce.PROGRAM + " on the search path");
        }
        Smi.Said said = allReduce
                .get()
                .within(plan.limit())
                .ask(AllReduce.options(devices).toArray(String[]::new));
        if (said.fault().isPresent()) {
            return CheckResult.failed(AllReduce.NAME, Map.of(), said.fault().get());
        }
        return AllReduce.of(said.lines()).judged(devices, peak, "they are not one communicator");
    }
}
