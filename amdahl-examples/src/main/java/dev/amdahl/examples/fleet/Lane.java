package dev.amdahl.examples.fleet;

import java.util.Arrays;

/**
 * The rows that one thread recorded, in columns; written by its own thread alone and read after that thread has ended or
 * was joined. While recording is off no clock is read.
 */
public final class Lane {
    private static final int FIRST_CAPACITY = 4096;

    private final boolean recording;
    private final String thread;
    private int size;
    private long[] begin;
    private long[] end;
    private long[] bytes;
    private int[] correlation;
    private Category[] category;
    private String[] name;

    Lane(String thread, boolean recording) {
        this.thread = thread;
        this.recording = recording;
        int capacity = recording ? FIRST_CAPACITY : 0;
        begin = new long[capacity];
        end = new long[capacity];
        bytes = new long[capacity];
        correlation = new int[capacity];
        category = new Category[capacity];
        name = new String[capacity];
    }

    /** Returns the start of a row in nanoseconds of the process's clock, or 0 while recording is off. */
    public long begin() {
        return recording ? System.nanoTime() : 0;
    }

    /** Ends a row of host work that was begun at {@code from}. */
    public void end(Category kind, String row, long from) {
        end(kind, row, from, 0, 0);
    }

    void end(Category kind, String row, long from, int correlated, long moved) {
        if (!recording) {
            return;
        }
        long now = System.nanoTime();
        if (size == begin.length) {
            grow();
        }
        begin[size] = from;
        end[size] = now;
        bytes[size] = moved;
        correlation[size] = correlated;
        category[size] = kind;
        name[size] = row;
        size++;
    }

    private void grow() {
        int capacity = 2 * size;
        begin = Arrays.copyOf(begin, capacity);
        end = Arrays.copyOf(end, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
        correlation = Arrays.copyOf(correlation, capacity);
        category = Arrays.copyOf(category, capacity);
        name = Arrays.copyOf(name, capacity);
    }

    String thread() {
        return thread;
    }

    int size() {
        return size;
    }

    long begin(int row) {
        return begin[row];
    }

    long end(int row) {
        return end[row];
    }

    long bytes(int row) {
        return bytes[row];
    }

    int correlation(int row) {
        return correlation[row];
    }

    Category category(int row) {
        return category[row];
    }

    String name(int row) {
        return name[row];
    }
}
