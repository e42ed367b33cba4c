package dev.amdahl.spi.hypothesis;

import dev.amdahl.spi.llm.CallBook;
import java.util.Map;
import java.util.Set;

/** A query of an idea source: a diagnosed job and its classes. May gain methods. */
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
