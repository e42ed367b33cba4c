package dev.amdahl.gpu.health;

import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.ComputeBackendProvider;
import dev.amdahl.gpu.ComputeBackends;
import dev.amdahl.gpu.Device;
import dev.amdahl.gpu.DeviceResource;
import dev.amdahl.gpu.internal.child.Message;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The processes of a burn-in of a host: the only ones that open devices. */
final class HostProgram {
    static final String COUNT = "count";
    static final String DEVICE = "device";
    static final String LINKS = "links";
    static final String PHASE = "phase";
    static final String LINK = "link";
    static final String REFUSED = "refused";

    private static final String AUTO = "auto";
    private static final long MIB = 1L << 20;
    private static final int REPETITIONS = 5;

    private final DataOutputStream out;

    private HostProgram(DataOutputStream out) {
        this.out = out;
    }

    /** Arguments: {@code count BACKEND}, {@code device BACKEND NUMBER SOAK LIMIT SEED} in milliseconds, {@code links BACKEND SEED FROM-TO...}. */
    public static void main(String[] arguments) {
        HostProgram program = new HostProgram(new DataOutputStream(new FileOutputStream(FileDescriptor.out)));
        List<String> given = Arrays.asList(arguments);
        try {
            program.run(given.get(0), given.get(1), given.subList(2, given.size()));
        } catch (AmdahlException | LinkageError refused) {
            program.tell(REFUSED, List.of(reason(refused)), Map.of());
        }
        // A thread that hangs in a driver must not keep this process.
        Runtime.getRuntime().halt(0);
    }

    private void run(String what, String backend, List<String> given) {
        ComputeBackendProvider provider = provider(backend);
        switch (what) {
            case COUNT -> tell(COUNT, List.of(provider.name()), Map.of("devices", (double) provider.devices()));
            case DEVICE -> device(provider, given);
            default -> links(provider, Long.parseLong(given.get(0)), given.subList(1, given.size()));
        }
    }

    private static ComputeBackendProvider provider(String name) {
        return ComputeBackends.providers().stream()
                .filter(one -> name.equals(AUTO)
                        ? one.availability().isReady()
                        : one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("backend", "none is named '" + name + "'", "see plugins"));
    }

    private void tell(String kind, List<String> words, Map<String, Double> figures) {
        try {
            new Message(kind, words, figures).write(out);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private void device(ComputeBackendProvider provider, List<String> given) {
        Duration soak = Duration.ofMillis(Long.parseLong(given.get(1)));
        Duration limit = Duration.ofMillis(Long.parseLong(given.get(2)));
        long seed = Long.parseLong(given.get(3));
        BurnIn burnIn = new BurnIn(
                open -> provider.isAccelerated()
                        ? BurnInPlan.forAccelerator(open.device(), soak, seed)
                        : BurnInPlan.forProcessor(soak, seed),
                limit,
                Optional.empty());
        burnIn.runBesideOthers(
                () -> {
                    ComputeBackend open = provider.open(Integer.parseInt(given.get(0)));
                    describe(open.device());
                    return open;
                },
                this::phase);
    }

    private void describe(Device device) {
        List<String> words = new ArrayList<>(List.of(device.name(), device.architecture()));
        device.versions().forEach((name, version) -> words.addAll(List.of(name, version)));
        tell(
                DEVICE,
                words,
                Map.of(
                        "multiprocessors", (double) device.multiprocessors(),
                        "memory", (double) device.memoryBytes(),
                        "cache", (double) device.cacheBytes()));
    }

    static Device device(Message message) {
        Map<String, String> versions = new TreeMap<>();
        List<String> words = message.words();
        for (int i = 2; i + 1 < words.size(); i += 2) {
            versions.put(words.get(i), words.get(i + 1));
        }
        Map<String, Double> figures = message.figures();
        return new Device(
                words.get(0),
                words.get(1),
                figures.getOrDefault("multiprocessors", 0.).intValue(),
                figures.getOrDefault("memory", 0.).longValue(),
                figures.getOrDefault("cache", 0.).longValue(),
                versions);
    }

    /** The soak begins on all devices at once: that is when power and air are shortest. */
    private void phase(CheckResult result) {
        List<String> words =
                new ArrayList<>(List.of(result.check(), result.outcome().name(), Double.toString(result.seconds())));
        words.addAll(result.reasons());
        tell(PHASE, words, result.figures());
        if (result.check().equals(CopyBandwidth.NAME)) {
            try {
                if (System.in.read() < 0) {
                    Runtime.getRuntime().halt(0);
                }
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }
    }

    static CheckResult phase(Message message) {
        List<String> words = message.words();
        return new CheckResult(
                words.get(0),
                CheckResult.Outcome.valueOf(words.get(1)),
                Double.parseDouble(words.get(2)),
                message.figures(),
                words.subList(3, words.size()));
    }

    private void links(ComputeBackendProvider provider, long seed, List<String> pairs) {
        LinkRates rates = new LinkRates((provider.isAccelerated() ? 256 : 1) * MIB, REPETITIONS, seed);
        Map<String, ComputeBackend> open = new TreeMap<>();
        try {
            for (String pair : pairs) {
                int dash = pair.indexOf('-');
                String from = pair.substring(0, dash);
                String to = pair.substring(dash + 1);
                try {
                    LinkRates.Link link = rates.measure(opened(provider, open, from), opened(provider, open, to));
                    tell(
                            LINK,
                            List.of(from, to, ""),
                            Map.of("rate", link.bytesPerSecond(), "peer", link.isPeer() ? 1. : 0, "wrong", (double)
                                    link.wrong()));
                } catch (AmdahlException failed) {
                    tell(LINK, List.of(from, to, reason(failed)), Map.of());
                }
            }
        } finally {
            DeviceResource.closeAll(new ArrayList<>(open.values()));
        }
    }

    private static ComputeBackend opened(
            ComputeBackendProvider provider, Map<String, ComputeBackend> open, String number) {
        return open.computeIfAbsent(number, first -> provider.open(Integer.parseInt(first)));
    }

    private static String reason(Throwable failed) {
        return failed.getMessage() == null ? failed.toString() : failed.getMessage();
    }
}
