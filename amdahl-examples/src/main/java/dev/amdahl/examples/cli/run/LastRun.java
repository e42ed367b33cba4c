package dev.amdahl.examples.cli.run;

import java.io.IOException;

/**
 * While it is open, this program does not end, by a signal either, before the trials of its run are stopped and their folder is gone: with a
 * ledger in memory nobody would ever collect them, and they would hold the machine against the next. Thread-safe.
 */
public final class LastRun implements AutoCloseable {
    private final Thread end;

    private LastRun(Thread end) {
        this.end = end;
    }

    /**
     * Guards a run; does nothing where the folder, and so the ledger, stays.
     *
     * @param run ends it
     */
    public static LastRun of(Runnable run, WorkFolder work) {
        Thread end = new Thread(() -> end(run, work), "amdahl-end");
        if (work.isTemporary()) {
            Runtime.getRuntime().addShutdownHook(end);
        }
        return new LastRun(end);
    }

    /** Guards a run that leaves nothing to be removed. */
    public static LastRun of(Runnable run) {
        Thread end = new Thread(run, "amdahl-end");
        Runtime.getRuntime().addShutdownHook(end);
        return new LastRun(end);
    }

    private static void end(Runnable run, WorkFolder work) {
        run.run();
        try {
            work.close();
        } catch (IOException e) {
            System.err.println("amdahl: " + work.path() + ": could not be removed: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (IllegalStateException ending) {
            // The thread runs already, and does what is to be done.
            return;
        }
    }
}
