package dev.amdahl.spi.hypothesis;

import dev.amdahl.spi.llm.CallBook;
import java.util.Map;
import java.util.Set;

/** A query of an idea source: a diagnosed job and its classes. May gain methods. */
public interface IdeaQuery {

    /** Returns the job. */
    JobSpec job();

    /** Returns the classes of interest. */
    Set<Bottleneck> bottlenecks();

    /** Measured figures; what was not measured is absent. */
    Map<String, Double> metrics();

    /** Returns where a source books its calls of models. */
    default CallBook calls() {
        return CallBook.NONE;
    }
}
