package dev.amdahl.benchmarks.gpu;

import dev.amdahl.core.internal.refine.PairedTimes;
import dev.amdahl.core.internal.refine.kernel.CandidateSandbox;
import dev.amdahl.gpu.kernel.KernelTask;
import dev.amdahl.gpu.kernel.KernelTasks;
import dev.amdahl.gpu.kernel.KernelVerifier;
import dev.amdahl.gpu.kernel.VerificationSettings;
import dev.amdahl.gpu.kernel.device.KernelDevice;
import dev.amdahl.gpu.kernel.device.KernelDevices;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Judges CUDA kernels from files, again and again on fresh inputs, and prints how often each was found right: a cheat never, an honest
 * one always. Arguments: a backend, how many times, and folders of files {@code NUMBER-TASK-NAME.cu}.
 */
public final class KernelZoo {
    private KernelZoo() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 3) {
            System.err.println("usage: KernelZoo auto|emulated|jcuda TIMES FOLDER...");
            System.exit(2);
        }
        int times = Integer.parseInt(arguments[1]);
        try (KernelDevice device = KernelDevices.open(arguments[0], CandidateSandbox.BUBBLEWRAP)) {
            System.out.println(device.name() + ": " + device.description());
            for (String folder : List.of(arguments).subList(2, arguments.length)) {
                for (Path file : sources(Path.of(folder))) {
                    judge(device, file, times);
                }
            }
        }
    }

    private static List<Path> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static void judge(KernelDevice device, Path file, int times) throws IOException {
        Optional<KernelTask> task = KernelTasks.all().stream()
                .filter(each -> String.valueOf(file.getFileName()).contains("-" + each.name() + "-"))
                .findFirst();
        if (task.isEmpty()) {
            System.out.println(file + " names no task");
            return;
        }
        KernelTask sized = device.isAccelerated() ? KernelTasks.onAccelerator(task.get()) : task.get();
        SecureRandom seeds = new SecureRandom();
        KernelVerifier verifier =
                new KernelVerifier(sized, device, VerificationSettings.QUICK, PairedTimes::speedup, seeds::nextLong);
        Candidate candidate = new Candidate("tried", "", Files.readString(file), "");
        int right = 0;
        Finding last = verifier.verify(candidate);
        for (int i = 1; i <= times; i++) {
            right += last.isCorrect() ? 1 : 0;
            last = i < times ? verifier.verify(candidate) : last;
        }
        System.out.printf(Locale.ROOT, "%-36s right %d of %d; %s%n", file.getFileName(), right, times, last.feedback());
    }
}
