package dev.amdahl.benchmarks.profilers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The {@code trace} command against Holistic Trace Analysis on the same files: whole processes in turn, wall time and peak resident
 * memory (VmHWM), medians. Arguments: amdahl.jar, the command that runs {@code peers/trace_with_hta.py} (one word), trace files;
 * {@code -Drounds=N} for other than 7 rounds, {@code -Doptions="..."} for options of the JVM.
 */
public final class TraceAgainstHta {
    private static final String OPTIONS = "-XX:TieredStopAtLevel=1 -Xmx96m";

    private TraceAgainstHta() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rounds = Integer.getInteger("rounds", 7);
        String java = ProcessHandle.current().info().command().orElse("java");
        List<String> ours = new ArrayList<>(List.of(java));
        ours.addAll(List.of(System.getProperty("options", OPTIONS).split(" ", -1)));
        ours.addAll(List.of("-jar", arguments[0], "trace", "--json"));
        System.out.println("file: ours s, MB; HTA s, MB; times faster, share of the memory");
        for (String file : Arrays.asList(arguments).subList(2, arguments.length)) {
            double[][] measured = new double[4][rounds];
            for (int round = 0; round < rounds; round++) {
                Run mine = run(with(ours, file));
                Run peer = run(List.of(arguments[1], file));
                measured[0][round] = mine.seconds();
                measured[1][round] = mine.megabytes();
                measured[2][round] = peer.seconds();
                measured[3][round] = peer.megabytes();
            }
            double[] medians =
                    Arrays.stream(measured).mapToDouble(TraceAgainstHta::median).toArray();
            System.out.printf(
                    Locale.ROOT,
                    "%s: %.2f s, %.0f MB; %.2f s, %.0f MB; %.1f, %.2f%n",
                    Path.of(file).getFileName(),
                    medians[0],
                    medians[1],
                    medians[2],
                    medians[3],
                    medians[2] / medians[0],
                    medians[1] / medians[3]);
        }
    }

    private record Run(double seconds, double megabytes) {}

    private static List<String> with(List<String> command, String file) {
        List<String> whole = new ArrayList<>(command);
        whole.add(file);
        return whole;
    }

    private static Run run(List<String> command) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectOutput(new File("/dev/null"))
                .redirectError(new File("/dev/null"))
                .start();
        Path status = Path.of("/proc/" + process.pid() + "/status");
        long peak = 0;
        while (!process.waitFor(5, TimeUnit.MILLISECONDS)) {
            peak = Math.max(peak, peakKilobytes(status));
        }
        double seconds = (System.nanoTime() - start) * 1e-9;
        if (process.exitValue() != 0) {
            throw new IllegalStateException(command + " ended with " + process.exitValue());
        }
        return new Run(seconds, peak / 1024.0);
    }

    private static long peakKilobytes(Path status) throws IOException {
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (NoSuchFileException e) {
            return 0;
        }
        return 0;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
