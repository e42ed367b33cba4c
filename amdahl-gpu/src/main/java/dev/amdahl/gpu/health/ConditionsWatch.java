package dev.amdahl.gpu.health;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Listens to one {@code nvidia-smi} that tells of one device ten times a second, until it is closed. Where it cannot, nothing is known,
 * and nobody waits. Thread-safe.
 */
public final class ConditionsWatch implements AutoCloseable {
    private static final int MILLIS = 100;
    private static final int PATIENCE = 20;

    private final SmiColumns columns;
    private Optional<SmiProcess> process = Optional.empty();
    private DeviceConditions seen = DeviceConditions.UNKNOWN;
    private long samples;

    private ConditionsWatch(SmiColumns columns) {
        this.columns = columns;
    }

    /** Begins to listen to what it says of the device that {@code amdahl.gpu.device} numbers. */
    public static ConditionsWatch start(Optional<Smi> smi) {
        List<String> help =
                smi.map(each -> each.ask("--help-query-gpu").lines()).orElse(List.of());
        ConditionsWatch watch = new ConditionsWatch(SmiColumns.knownIn(String.join("\n", help)));
        if (smi.isPresent() && !watch.columns.isEmpty()) {
            watch.listen(
                    smi.get(),
                    identity(
                            System.getenv().getOrDefault("CUDA_VISIBLE_DEVICES", ""),
                            Integer.getInteger("amdahl.gpu.device", 0)));
        }
        return watch;
    }

    /** Returns the word by which {@code nvidia-smi} knows a device: it does not heed which ones a process may see. */
    static String identity(String visible, int device) {
        List<String> words = List.of(visible.split(",", -1));
        return visible.isBlank() || device >= words.size()
                ? String.valueOf(device)
                : words.get(device).strip();
    }

    private synchronized void listen(Smi smi, String device) {
        try {
            process = Optional.of(smi.start(
                    this::take,
                    "-i",
                    device,
                    columns.query(),
                    "--format=csv,noheader,nounits",
                    "-lms",
                    String.valueOf(MILLIS)));
        } catch (IOException unknown) {
            process = Optional.empty();
        }
    }

    private synchronized void take(String line) {
        columns.read(line).ifPresent(reading -> {
            seen = seen.and(DeviceConditions.of(reading));
            samples++;
            notifyAll();
        });
    }

    /** Forgets what was; who asks what it returns hears what has been since, after one sample if none came until then. */
    public synchronized Supplier<DeviceConditions> begin() {
        seen = DeviceConditions.UNKNOWN;
        samples = 0;
        return this::end;
    }

    private synchronized DeviceConditions end() {
        try {
            for (int i = 0;
                    samples == 0
                            && i < PATIENCE
                            && process.filter(SmiProcess::isRunning).isPresent();
                    i++) {
                wait(MILLIS);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return seen;
    }

    @Override
    public void close() {
        Optional<SmiProcess> running;
        synchronized (this) {
            running = process;
            process = Optional.empty();
        }
        running.ifPresent(SmiProcess::close);
    }
}
