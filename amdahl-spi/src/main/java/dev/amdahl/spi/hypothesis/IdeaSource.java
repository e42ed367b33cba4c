package dev.amdahl.spi.hypothesis;

import java.util.List;

/** Knows ideas. Implementations are thread-safe. */
public interface IdeaSource {
    /** The name of the shipped catalogue, whose ideas have ids without a name. */
    String CATALOGUE = "catalogue";

    /** Ideas that fit, best first; an idea with an unmeasured symptom is never given. May block. */
    List<Idea> search(IdeaQuery query);

    /** Returns its name, under which the ledger keeps how its ideas fare; ids of its ideas begin with it and a colon. */
    default String name() {
        return CATALOGUE;
    }

    /** Returns how its ideas become levers of a job, for those that can. */
    default List<LeverTemplate> templates() {
        return List.of();
    }
}
