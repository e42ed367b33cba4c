package dev.amdahl.gpu.kernel;

import dev.amdahl.core.internal.refine.PairedTimes;
import dev.amdahl.core.internal.refine.kernel.CandidateSandbox;
import dev.amdahl.gpu.kernel.device.EmulatedDevice;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** An emulated device with what its tests judge; a test without the programs that it needs is skipped. */
final class Lab implements AutoCloseable {
    private static final VerificationSettings RIGOUR = new VerificationSettings(2, 4, 6, .05, 1.05, 10);

    /** A call begins before its process has started, which takes long on a busy machine. */
    private static final Duration PATIENT = Duration.ofSeconds(30);

    private final EmulatedDevice device;
    private long seed = 7;

    Lab() {
        this(PATIENT);
    }

    Lab(Duration limit) {
        List.of("bwrap", "gcc", "g++", "readelf", "prlimit").forEach(Requires::program);
        device = EmulatedDevice.open(CandidateSandbox.BUBBLEWRAP, limit);
    }

    EmulatedDevice device() {
        return device;
    }

    KernelVerifier verifier(KernelTask task) {
        return new KernelVerifier(small(task), device, RIGOUR, PairedTimes::speedup, () -> seed++);
    }

    /** With statistics of a test's own; the seeds that its judgements start from are noted. */
    KernelVerifier verifier(KernelTask task, PairedStatistics statistics, List<Long> seeds) {
        return new KernelVerifier(task, device, RIGOUR, statistics, () -> {
            seeds.add(seed++);
            return seed - 1;
        });
    }

    /** Timed at a shape that a test has time for. */
    static KernelTask small(KernelTask task) {
        return task.timedAt(
                task.dimensions().size() == 3
                        ? Shape.of(64, 64, 64)
                        : task.name().equals("attention") ? Shape.of(48, 32) : Shape.of(96, 128));
    }

    Finding verify(KernelTask task, String source) {
        return verifier(task).verify(new Candidate("tried", "", source, ""));
    }

    /** Sources named {@code NUMBER-TASK-NAME.cu} in a folder of the zoo. */
    static List<Path> sources(String folder) {
        try (Stream<Path> files =
                Files.list(Path.of(Lab.class.getResource("zoo/" + folder).toURI()))) {
            return files.sorted().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (URISyntaxException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    static KernelTask task(Path source) {
        String name = source.getFileName().toString();
        return KernelTasks.all().stream()
                .filter(task -> name.substring(3).startsWith(task.name() + "-"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        device.close();
    }
}
