package dev.amdahl.benchmarks.gpu;

import dev.amdahl.core.internal.refine.FastP;
import dev.amdahl.core.internal.refine.RefineLimits;
import dev.amdahl.core.internal.refine.Refinement;
import dev.amdahl.core.internal.refine.RefinementResult;
import dev.amdahl.core.internal.refine.kernel.BuildDirectory;
import dev.amdahl.core.internal.refine.kernel.CandidateSandbox;
import dev.amdahl.core.internal.refine.kernel.CpuKernels;
import dev.amdahl.core.internal.refine.kernel.KernelTask;
import dev.amdahl.core.internal.refine.kernel.KernelVerifier;
import dev.amdahl.core.internal.refine.kernel.Language;
import dev.amdahl.core.internal.refine.kernel.VerificationSettings;
import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Proposer;
import dev.amdahl.spi.refine.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Runs the suite of kernels in C through the loop with a proposer that plays candidates from files, and prints what was found and fast_p
 * by tier. Argument: a folder of files {@code TASK-NAME.c}, played in the order of their names.
 */
public final class RefineKernels {
    private static final double[] FACTORS = {0, 1, 1.5, 2};

    private RefineKernels() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            System.err.println("usage: RefineKernels FOLDER, with files TASK-NAME.c");
            System.exit(2);
        }
        SecureRandom seeds = new SecureRandom();
        Map<Integer, List<Finding>> tiers = new TreeMap<>();
        try (BuildDirectory workshop = BuildDirectory.open(CandidateSandbox.BUBBLEWRAP)) {
            for (KernelTask task : CpuKernels.all()) {
                List<Candidate> script = script(Path.of(arguments[0]), task);
                KernelVerifier verifier =
                        new KernelVerifier(task, Language.C, workshop, VerificationSettings.DEFAULT, seeds::nextLong);
                RefinementResult refined = new Refinement(
                                playing(script), verifier, (candidate, finding) -> {}, Clock.systemUTC())
                        .run(RefineLimits.of(script.size() + 1, Duration.ofMinutes(5)));
                for (Attempt attempt : refined.attempts()) {
                    print(task, attempt.candidate().id(), attempt.finding());
                }
                refined.retest().ifPresent(finding -> print(task, "  the pick again", finding));
                tiers.computeIfAbsent(task.tier(), tier -> new ArrayList<>()).add(result(refined));
            }
        }
        tiers.forEach((tier, findings) -> {
            StringBuilder line = new StringBuilder("tier " + tier + ", " + findings.size() + " tasks:");
            for (double factor : FACTORS) {
                line.append(String.format(Locale.ROOT, "  fast_%s = %.2f", factor, FastP.of(findings, factor)));
            }
            System.out.println(line);
        });
    }

    /** The finding of the retest where there is a pick, else the best there is. */
    private static Finding result(RefinementResult refined) {
        return refined.retest()
                .or(() -> refined.attempts().stream()
                        .map(Attempt::finding)
                        .filter(Finding::isCorrect)
                        .findFirst())
                .orElse(Finding.stopped(Stage.NONE, "no attempt is right"));
    }

    private static Proposer playing(List<Candidate> script) {
        return earlier -> earlier.size() < script.size() ? List.of(script.get(earlier.size())) : List.of();
    }

    private static List<Candidate> script(Path folder, KernelTask task) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Candidate> script = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                String name = String.valueOf(file.getFileName());
                if (name.startsWith(task.name() + "-") && name.endsWith(".c")) {
                    script.add(new Candidate(name, "", Files.readString(file), "from a file"));
                }
            }
            return script;
        }
    }

    private static void print(KernelTask task, String candidate, Finding finding) {
        System.out.printf(
                Locale.ROOT,
                "%d %-9s %-22s %-7s %s%n",
                task.tier(),
                task,
                candidate,
                finding.stage(),
                finding.feedback());
    }
}
