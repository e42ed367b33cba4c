package dev.amdahl.spi.hypothesis;

import dev.amdahl.spi.llm.CallBook;
import java.util.Map;
import java.util.Set;

/** What an idea source is asked: a diagnosed job and its classes. Will grow; implementations are immutable. */
public interface IdeaQuery {

    /** The job. */
    JobSpec job();

    /** The classes of interest. */
    Set<Bottleneck> bottlenecks();

    /** Measured figures; what was not measured is absent. */
    Map<String, Double> metrics();

    /** Where a source books its calls of models. */
    default CallBook calls() {
        return CallBook.NONE;
    }
}
