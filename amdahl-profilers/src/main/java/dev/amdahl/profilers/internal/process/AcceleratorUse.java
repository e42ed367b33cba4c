package dev.amdahl.profilers.internal.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The mean utilisation that a vendor's tool prints while it runs, one percentage a line. Thread-safe. */
final class AcceleratorUse implements AutoCloseable {
    static final List<String> NVIDIA_SMI =
            List.of("nvidia-smi", "--query-gpu=utilization.gpu", "--format=csv,noheader,nounits", "--loop-ms=500");

    private final Process tool;
    private double sum;
    private long lines;

    private AcceleratorUse(Process tool) {
        this.tool = tool;
    }

    /** Starts the tool; empty where it is not installed. */
    static Optional<AcceleratorUse> start(List<String> command) {
        AcceleratorUse use;
        try {
            use = new AcceleratorUse(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(new File("/dev/null"))
                    .start());
        } catch (IOException e) {
            return Optional.empty();
        }
        Thread reader = new Thread(use::follow, "amdahl-accelerator-use");
        reader.setDaemon(true);
        reader.start();
        return Optional.of(use);
    }

    /** Returns the share of time in use so far, over all accelerators of the host; empty when the tool has said nothing usable. */
    synchronized OptionalDouble mean() {
        return lines == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / lines / 100);
    }

    /** Takes one line; what is not a percentage, such as {@code [N/A]}, does not count. */
    synchronized void accept(String line) {
        String percent = line.strip();
        if (percent.matches("\\d{1,3}")) {
            sum += Integer.parseInt(percent);
            lines++;
        }
    }

    private void follow() {
        try (BufferedReader out = tool.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                accept(line);
            }
        } catch (IOException e) {
            tool.destroy();
        }
    }

    @Override
    public void close() {
        tool.destroy();
    }
}
