package dev.amdahl.examples.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a job's threads did, with measured times, one lane a thread; lanes may be added from any thread. */
public final class Trace {
    private final boolean recording;
    private final long epochOffset;
    private final List<Lane> lanes = new ArrayList<>();

    private Trace(boolean recording) {
        this.recording = recording;
        this.epochOffset = recording ? epochOffset() : 0;
    }

    /** Creates a trace whose lanes record. */
    public static Trace recording() {
        return new Trace(true);
    }

    /** Creates a trace whose lanes record nothing and read no clock. */
    public static Trace off() {
        return new Trace(false);
    }

    /** Adds the lane of one thread. */
    public synchronized Lane lane(String thread) {
        Lane lane = new Lane(thread, recording);
        lanes.add(lane);
        return lane;
    }

    /**
     * Writes Kineto JSON, compressed where the name ends in {@code .gz}.
     *
     * @throws IOException if the file cannot be written
     */
    public void write(Path file) throws IOException {
        KinetoWriter.write(this, file);
    }

    boolean isRecording() {
        return recording;
    }

    synchronized List<Lane> lanes() {
        return List.copyOf(lanes);
    }

    long epochNanos(long processNanos) {
        return processNanos + epochOffset;
    }

    private static long epochOffset() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano() - System.nanoTime();
    }
}
