package dev.amdahl.core.internal.timeline.detect;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.ArrayList;
import java.util.List;

/**
 * One row of the table of detectors.
 *
 * @param id the tool that has the rule, and a name
 * @param says what follows when it fires, without figures
 * @param classes what may be behind it; where they are several, the one with most seconds is named
 * @param conditions all of which must hold; the first carries the rule's own bound
 */
public record Rule(String id, String says, List<Bottleneck> classes, List<Condition> conditions) {
    public Rule {
        classes = List.copyOf(classes);
        conditions = List.copyOf(conditions);
        if (classes.isEmpty() || conditions.isEmpty()) {
            throw new IllegalArgumentException("rule " + id + " needs a class and a condition");
        }
    }

    /** Returns the rule with another bound of its first condition. */
    Rule withThreshold(double threshold) {
        List<Condition> changed = new ArrayList<>(conditions);
        changed.set(
                0, new Condition(conditions.get(0).signal(), conditions.get(0).comparison(), threshold));
        return new Rule(id, says, classes, changed);
    }
}
