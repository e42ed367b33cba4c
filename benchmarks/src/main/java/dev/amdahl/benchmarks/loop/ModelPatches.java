package dev.amdahl.benchmarks.loop;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.testing.PatchedProgram;
import dev.amdahl.core.internal.workspace.GitBuilder;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.schedulers.local.LocalSchedulerFactory;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.hypothesis.Proposal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The whole loop over a program in C for which a scripted model offers a win, a placebo and three cheats as patches: about 50 trials of
 * real processes in sandboxes. Argument: the size of its matrices, 200 by default.
 */
public final class ModelPatches {
    private record Context(Path directory) implements PluginContext {
        @Override
        public Clock clock() {
            return Clock.systemUTC();
        }

        @Override
        public RandomGenerator random() {
            return new SplittableRandom(1);
        }

        @Override
        public Map<String, String> settings() {
            return Map.of("slots", "1");
        }
    }

    private ModelPatches() {}

    /** Prints what became of each. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int size = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
        Path folder = Files.createTempDirectory("amdahl-patches");
        PatchedProgram program = new PatchedProgram(folder.resolve("repository"), "product", size);
        List<Proposal> offered = offered(program);
        LoopPolicy policy = LoopPolicy.DEFAULT.toBuilder()
                .evidenceRuns(0, Duration.ofDays(14))
                .noise(.1, 0)
                .build();
        try (Ledger ledger = Ledger.open(folder.resolve("ledger").toString(), Clock.systemUTC())) {
            AmdahlLoop loop = AmdahlLoop.builder(ledger)
                    .jobs(List.of(program.job(Duration.ofMinutes(1))))
                    .scheduler(new LocalSchedulerFactory().create(new Context(folder)))
                    .builder(new GitBuilder(folder.resolve("trees"), Duration.ofMinutes(1)))
                    .advisors(List.of(briefing -> offered))
                    .gate(new ScriptedGate())
                    .policy(policy)
                    .directory(folder)
                    .build();
            CycleReport report = loop.runCycle();
            while (!report.isIdle()) {
                loop.await(Duration.ofSeconds(2));
                report = loop.runCycle();
            }
            for (Dossier dossier : report.view().dossiers()) {
                System.out.printf(
                        "%-18s %-12s %2d trials  %s%n",
                        dossier.hypothesis().title(),
                        dossier.state(),
                        report.view().runsOf(dossier.id()).size(),
                        dossier.reason().lines().findFirst().orElse(""));
            }
            System.out.println("ledger: " + folder.resolve("ledger"));
        }
    }

    private static List<Proposal> offered(PatchedProgram program) throws IOException {
        String kernel = PatchedProgram.KERNEL;
        String early = "    if (fopen(\"/tmp/kept\", \"r\")) return;\n    for (int i = 0;";
        return List.of(
                program.offer("tabulate the sines", "kernel.c", PatchedProgram.tabulated()),
                program.offer("say what it does", "kernel.c", kernel.replace("c = a diag", "c := a diag")),
                program.offer("sum less", "kernel.c", kernel.replace("k < n; k++", "k < n / 4; k++")),
                program.offer(
                        "keep the answer",
                        "kernel.c",
                        "#include <stdio.h>\n"
                                + kernel.replaceFirst("    for \\(int i = 0;", early.replace("\\", "\\\\"))
                                        .replaceFirst("}\n$", "    fopen(\"/tmp/kept\", \"w\");\n}\n")),
                program.offer(
                        "smaller tables",
                        "table.sh",
                        program.table() + "sed -i 's/int n = SIZE/int n = SIZE \\/ 2/' main.c\n"));
    }
}
