package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.List;
import java.util.Map;

/**
 * The idle time of each stream piece by piece, for pictures. A gap with several reasons is cut into one piece each, in the order in which
 * they can follow each other: what the host did before the launch, then what the device did after it.
 */
public final class IdleGaps {
    private static final List<IdleReason> ORDER = List.of(
            IdleReason.UNKNOWN,
            IdleReason.SYNC_DRAIN,
            IdleReason.INPUT_WAIT,
            IdleReason.HOST_CPU,
            IdleReason.HOST_RUNTIME,
            IdleReason.UNSEEN_WORK,
            IdleReason.OTHER_STREAM,
            IdleReason.LAUNCH_LATENCY,
            IdleReason.KERNEL_TO_KERNEL);

    private IdleGaps() {}

    /** What is told of each piece. */
    public interface Visitor {
        /**
         * Takes a piece; those of one lane come in order and do not overlap.
         *
         * @param start ns on the timeline's clock
         * @param end ns
         */
        void piece(Lane lane, long start, long end, IdleReason reason);
    }

    /** Visits the idle time of every stream, inside its own span. */
    public static void visit(Timeline timeline, Visitor visitor) {
        Launches launches = Launches.of(timeline);
        DrivingThreads host = DrivingThreads.of(timeline, launches, new HostRole.Names());
        Map<Integer, Spans> busy = IdleStreams.busy(timeline);
        Map<Integer, Spans> unseen = UnseenWork.of(timeline, launches);
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.DEVICE && lane.size() > 0) {
                IdleWalk walk = new IdleWalk(
                        launches,
                        host,
                        busy.getOrDefault(lane.device(), Spans.NONE),
                        unseen.getOrDefault(lane.device(), Spans.NONE));
                walk.walk(lane, (start, end, before, after, parts) -> pieces(lane, start, parts, visitor));
            }
        }
    }

    private static void pieces(Lane lane, long start, long[] parts, Visitor visitor) {
        long at = start;
        for (IdleReason reason : ORDER) {
            long length = parts[IdleWalk.index(reason)];
            if (length > 0) {
                visitor.piece(lane, at, at + length, reason);
                at += length;
            }
        }
    }
}
