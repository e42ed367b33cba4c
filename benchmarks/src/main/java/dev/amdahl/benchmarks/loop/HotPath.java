package dev.amdahl.benchmarks.loop;

import dev.amdahl.benchmarks.profilers.TraceBenchmark;
import dev.amdahl.core.internal.stats.WalshHadamard;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Vote;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * One of this library's own hot paths as a job of its loop: {@code transform}, {@code trace FILE} or {@code panel}, before it how often.
 * It prints what came out, and writes the processor time that it took to {@code hot.json}.
 */
public final class HotPath {
    private static final int ROWS = 1024;
    private static final int COLUMNS = 128;
    private static final int EVERY = 50;

    private HotPath() {}

    public static void main(String[] arguments) throws IOException {
        int times = Integer.parseInt(arguments[0]);
        String result = switch (arguments[1]) {
            case "transform" -> Long.toHexString(transform(times));
            case "trace" -> String.valueOf(trace(times, Path.of(arguments[2])));
            case "panel" -> panel(times);
            default -> throw new IllegalArgumentException("no hot path: " + arguments[1]);
        };
        System.out.println(arguments[1] + " " + times + " times: " + result);
        com.sun.management.OperatingSystemMXBean process =
                ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        Files.writeString(Path.of("hot.json"), "{\"processor_seconds\": " + process.getProcessCpuTime() / 1e9 + "}\n");
    }

    /** Returns a digest of every entry after some of the transforms. */
    private static long transform(int times) {
        double[][] values = new double[ROWS][COLUMNS];
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                values[row][column] = (row * 31 + column * 17) % 1009 * .001;
            }
        }
        double[][] table = new double[ROWS][COLUMNS];
        long digest = 0;
        for (int time = 0; time < times; time++) {
            for (int row = 0; row < ROWS; row++) {
                System.arraycopy(values[row], 0, table[row], 0, COLUMNS);
            }
            WalshHadamard.transform(table);
            if (time % EVERY == 0) {
                for (double[] row : table) {
                    digest = digest * 31 + Arrays.hashCode(row);
                }
            }
        }
        return digest;
    }

    private static long trace(int times, Path file) throws IOException {
        TraceBenchmark reader = new TraceBenchmark();
        reader.file = file.toString();
        reader.open();
        long accounts = 0;
        for (int time = 0; time < times; time++) {
            accounts += reader.account();
        }
        return accounts;
    }

    private static String panel(int times) {
        Panel panel = Panel.standard();
        Evidence claim = Claim.ofFewerSeconds();
        StringBuilder votes = new StringBuilder();
        for (int time = 0; time < times; time++) {
            votes.setLength(0);
            for (Vote vote : panel.examine(claim).votes()) {
                votes.append(vote.refuter()).append(' ').append(vote.ballot()).append("; ");
            }
        }
        return votes.toString();
    }
}
