package dev.amdahl.gpu.health;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Listens to one {@code nvidia-smi} that tells of all devices five times a second, until it is closed. It keeps sums alone, however
 * long it listens. Thread-safe.
 */
final class SmiSampler implements AutoCloseable {
    private static final int MAX_DEVICES = 1024;
    private static final int LOOK_AGAIN_MILLIS = 50;

    private final SmiColumns columns;
    private final Map<String, DeviceTrace> traces = new TreeMap<>();
    private Optional<SmiProcess> process = Optional.empty();
    private Optional<String> fault = Optional.empty();
    private long samples;
    private long garbage;

    private SmiSampler(SmiColumns columns) {
        this.columns = columns;
    }

    static SmiSampler start(Smi smi, SmiColumns columns) {
        SmiSampler sampler = new SmiSampler(columns);
        try {
            sampler.listen(smi.start(sampler::take, columns.query(), "--format=csv,noheader,nounits", "-lms", "200"));
        } catch (IOException e) {
            sampler.lose("nvidia-smi cannot be started: " + e.getMessage());
        }
        return sampler;
    }

    private synchronized void listen(SmiProcess started) {
        process = Optional.of(started);
    }

    private synchronized void lose(String why) {
        fault = Optional.of(why);
    }

    private synchronized void take(String line) {
        Optional<SmiReading> reading = columns.read(line);
        if (reading.isEmpty()
                || (traces.size() == MAX_DEVICES
                        && !traces.containsKey(reading.get().device()))) {
            garbage += line.isBlank() ? 0 : 1;
            return;
        }
        samples++;
        notifyAll();
        traces.computeIfAbsent(reading.get().device(), first -> new DeviceTrace())
                .add(reading.get());
    }

    /** Waits for the first sample, which takes a driver that has just been woken some time; not for one that has ended. */
    synchronized void awaitFirst(Duration most) {
        long deadline = System.nanoTime() + most.toNanos();
        try {
            while (samples == 0 && process.filter(SmiProcess::isRunning).isPresent() && System.nanoTime() < deadline) {
                wait(LOOK_AGAIN_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized Map<String, DeviceTrace> traces() {
        return new TreeMap<>(traces);
    }

    synchronized long samples() {
        return samples;
    }

    /** Lines that were no rows. */
    synchronized long garbage() {
        return garbage;
    }

    /** Returns why it told less than it should have; known once it is closed. */
    synchronized Optional<String> fault() {
        return fault;
    }

    @Override
    public void close() {
        Optional<SmiProcess> running;
        synchronized (this) {
            running = process;
            process = Optional.empty();
        }
        running.ifPresent(this::end);
    }

    /** All that it said is read before its samples are counted. */
    private void end(SmiProcess running) {
        boolean hasEnded = !running.isRunning();
        String why = running.fault().orElse("without an error");
        running.close();
        if (hasEnded) {
            lose("nvidia-smi ended by itself, " + why + ", after " + samples() + " samples");
        }
    }
}
