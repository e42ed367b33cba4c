package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;

/** {@code comm_comp_overlap}: the share of communication time in which computation runs too; null without communication. */
final class CommunicationOverlap {
    private static final int COMMUNICATION = 1;
    private static final int COMPUTATION = 2;

    private CommunicationOverlap() {}

    static ArrayNode of(List<Selection> ranks) {
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        for (Selection rank : ranks) {
            double percent = Numbers.round(100 * ratio(rank), 2);
            result.addObject().put("rank", rank.rank()).set("comp_comm_overlap_pctg", Numbers.node(percent));
        }
        return result;
    }

    private static double ratio(Selection rank) {
        Intervals communication = Intervals.of(rank, rank.ofType(KernelType.COMMUNICATION));
        Intervals computation = Intervals.of(rank, rank.ofType(KernelType.COMPUTATION));
        Sweep sweep = Sweep.EMPTY
                .appended(communication, COMMUNICATION)
                .appended(computation, COMPUTATION)
                .sorted();
        double both = 0;
        int running = 0;
        for (int i = 0; i + 1 < sweep.times().length; i++) {
            running += sweep.changes()[i];
            if (running == COMMUNICATION + COMPUTATION) {
                both += sweep.times()[i + 1] - sweep.times()[i];
            }
        }
        return both / communication.summedLengths();
    }
}
