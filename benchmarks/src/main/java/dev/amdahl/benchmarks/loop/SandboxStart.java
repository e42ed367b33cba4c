package dev.amdahl.benchmarks.loop;

import dev.amdahl.core.internal.workspace.Sandbox;
import dev.amdahl.core.internal.workspace.SandboxPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What a sandbox adds to the start of a command: {@code true} bare and held, in turn. Argument: how often, 200 by default. */
public final class SandboxStart {
    private SandboxStart() {}

    /** Prints the medians and their difference in milliseconds. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int times = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
        Path folder = Files.createTempDirectory("amdahl-sandbox");
        Path tree = Files.createDirectories(folder.resolve("tree"));
        for (int i = 0; i < 20; i++) {
            Files.writeString(tree.resolve("file" + i), "content");
        }
        Sandbox sandbox = Sandbox.probed(folder, SandboxPolicy.DEFAULT);
        List<String> held = sandbox.running(List.of("true"), List.of(), List.of());
        List<Double> bare = new ArrayList<>();
        List<Double> inside = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            Path arm = Files.createDirectories(folder.resolve("arm" + i));
            Files.createDirectories(arm.resolve("run"));
            Files.createDirectories(arm.resolve("output"));
            bare.add(milliseconds(List.of("true"), tree, arm));
            inside.add(milliseconds(held, tree, arm));
        }
        System.out.printf(
                "%s%nbare %.1f ms, held %.1f ms, added %.1f ms (medians of %d)%n",
                sandbox.enforced(), median(bare), median(inside), median(inside) - median(bare), times);
    }

    private static double milliseconds(List<String> command, Path tree, Path arm)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(tree.toFile()).inheritIO();
        builder.environment()
                .putAll(Map.of(
                        "AMDAHL_SEED", "1",
                        "AMDAHL_RUN_DIR", arm.resolve("run").toString(),
                        "AMDAHL_OUTPUT", arm.resolve("output").toString(),
                        "AMDAHL_METRICS", arm.resolve("metrics.json").toString()));
        long start = System.nanoTime();
        int code = builder.start().waitFor();
        if (code != 0) {
            throw new IllegalStateException(command + " ended with " + code);
        }
        return (System.nanoTime() - start) / 1e6;
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
