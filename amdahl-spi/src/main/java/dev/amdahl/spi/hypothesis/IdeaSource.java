package dev.amdahl.spi.hypothesis;

import java.util.List;

/** Knows ideas. Implementations are thread-safe. */
public interface IdeaSource {

    /** Ideas that fit, best first; an idea with an unmeasured symptom is never given. May block. */
    List<Idea> search(IdeaQuery query);
}
