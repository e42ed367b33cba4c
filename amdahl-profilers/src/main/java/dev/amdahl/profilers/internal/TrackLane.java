package dev.amdahl.profilers.internal;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;

/** A lane that knows what it is a lane of; its intervals are left to others. Immutable if they are. */
public abstract class TrackLane implements Lane {
    private final Activity.Side side;
    private final int device;
    private final String name;
    private final long process;
    private final long thread;

    /**
     * @param device the accelerator's index for a device lane, else -1
     * @param process the operating system's id of the process of a host lane; -1 if not known
     * @param thread the operating system's id of the thread of a host lane; -1 if not known
     */
    protected TrackLane(Activity.Side side, int device, String name, long process, long thread) {
        this.side = side;
        this.device = device;
        this.name = name;
        this.process = process;
        this.thread = thread;
    }

    @Override
    public final Activity.Side side() {
        return side;
    }

    @Override
    public final int device() {
        return device;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final long process() {
        return process;
    }

    @Override
    public final long thread() {
        return thread;
    }
}
