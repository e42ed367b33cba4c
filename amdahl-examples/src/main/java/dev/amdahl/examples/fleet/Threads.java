package dev.amdahl.examples.fleet;

/** Waiting for a thread's end. */
final class Threads {
    private Threads() {}

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + thread.getName(), e);
        }
    }
}
