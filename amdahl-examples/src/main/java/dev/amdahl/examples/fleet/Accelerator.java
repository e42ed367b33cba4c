package dev.amdahl.examples.fleet;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * An in-order asynchronous accelerator in software: calls enqueue and return, one device thread executes, and the host
 * waits only where it asks to. One host thread at a time may use it.
 */
public final class Accelerator implements AutoCloseable {
    private static final int QUEUE_CAPACITY = 1024;

    private final BlockingQueue<Command> queue = new ArrayBlockingQueue<>(QUEUE_CAPACITY);
    private final Lane host;
    private final Lane device;
    private final Thread executor;
    private final Object progress = new Object();
    private int issued;
    private int completed;
    private @Nullable Throwable failure;

    private Accelerator(Trace trace, Lane host) {
        this.host = host;
        this.device = trace.lane("stream 7");
        this.executor = new Thread(new Runnable() {
            @Override
            public void run() {
                execute();
            }
        });
        executor.setName("accelerator");
        executor.setDaemon(true);
    }

    /** Opens a device whose runtime calls are recorded on {@code host}, the lane of the calling thread. */
    public static Accelerator open(Trace trace, Lane host) {
        Accelerator accelerator = new Accelerator(trace, host);
        accelerator.executor.start();
        return accelerator;
    }

    /** Enqueues a kernel; blocks only while the queue is full. */
    public void launch(Kernel kernel) {
        enqueue(new Command(kernel, Category.KERNEL, 0, ++issued), "cudaLaunchKernel");
    }

    /** Enqueues a copy of all of {@code from}, which the host must not change before it has synchronised. */
    public void copyToDevice(double[] from, double[] to) {
        copy(new Copy("Memcpy HtoD (Pinned -> Device)", from, 0, to, from.length));
    }

    /** Copies {@code length} values from {@code offset} on, after waiting for everything in the queue. */
    public void copyToHost(double[] from, int offset, double[] to, int length) {
        copy(new Copy("Memcpy DtoH (Device -> Pageable)", from, offset, to, length));
        await("cudaStreamSynchronize");
    }

    /** Reads one value, after waiting for everything in the queue. */
    public double readScalar(double[] from, int index) {
        double[] scalar = new double[1];
        copyToHost(from, index, scalar, 1);
        return scalar[0];
    }

    /** Waits until the queue is empty. */
    public void synchronize() {
        await("cudaDeviceSynchronize");
    }

    /** Waits for the queue and ends the device thread. */
    @Override
    public void close() {
        enqueue(new Command(STOP, Category.KERNEL, 0, 0), "cudaStreamDestroy");
        try {
            executor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void copy(Copy copy) {
        enqueue(new Command(copy, Category.MEMCPY, copy.bytes(), ++issued), "cudaMemcpyAsync");
    }

    private void enqueue(Command command, String call) {
        long begin = host.begin();
        try {
            queue.put(command);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        host.end(Category.RUNTIME, call, begin, command.correlation(), 0);
    }

    private void await(String call) {
        long begin = host.begin();
        synchronized (progress) {
            while (completed < issued && failure == null) {
                try {
                    progress.wait();
                } catch (InterruptedException e) {
                    throw interrupted(e);
                }
            }
            if (failure != null) {
                throw new IllegalStateException("a command on the accelerator failed", failure);
            }
        }
        host.end(Category.RUNTIME, call, begin);
    }

    private void execute() {
        try {
            for (Command command = queue.take(); command.kernel() != STOP; command = queue.take()) {
                run(command);
            }
        } catch (InterruptedException e) {
            fail(e);
        }
    }

    private void run(Command command) {
        long begin = device.begin();
        try {
            command.kernel().run();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
        device.end(command.category(), command.kernel().name(), begin, command.correlation(), command.bytes());
        synchronized (progress) {
            completed = command.correlation();
            progress.notifyAll();
        }
    }

    private void fail(Throwable thrown) {
        synchronized (progress) {
            failure = thrown;
            progress.notifyAll();
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for the accelerator", e);
    }

    private record Command(Kernel kernel, Category category, long bytes, int correlation) {}

    private static final class Copy implements Kernel {
        private final String name;
        private final double[] from;
        private final int offset;
        private final double[] to;
        private final int length;

        Copy(String name, double[] from, int offset, double[] to, int length) {
            this.name = name;
            this.from = from;
            this.offset = offset;
            this.to = to;
            this.length = length;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void run() {
            System.arraycopy(from, offset, to, 0, length);
        }

        long bytes() {
            return (long) Double.BYTES * length;
        }
    }

    private static final Kernel STOP = new Kernel() {
        @Override
        public String name() {
            return "stop";
        }

        @Override
        public void run() {}
    };
}
