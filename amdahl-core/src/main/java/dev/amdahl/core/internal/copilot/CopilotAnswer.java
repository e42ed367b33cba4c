package dev.amdahl.core.internal.copilot;

import java.util.List;

/**
 * What the rules answer.
 *
 * @param reading the question as it was understood
 * @param subjects whom the answer looked at, by name
 * @param advice best first
 * @param measurements what to measure where there is no evidence
 * @param waiting wins that wait for a person and that no advice names, as no ceiling of their class is known
 * @param inEffect what was promoted already
 * @param tried what did not work here: not to be tried again as it was
 * @param notes what else a person should know
 * @param reply the answer in a few sentences; none where only a list can be one
 */
public record CopilotAnswer(
        Reading reading,
        List<String> subjects,
        List<Advice> advice,
        List<Measurement> measurements,
        List<PastVerdict> waiting,
        List<PastVerdict> inEffect,
        List<PastVerdict> tried,
        List<String> notes,
        List<String> reply) {
    public CopilotAnswer {
        subjects = List.copyOf(subjects);
        advice = List.copyOf(advice);
        measurements = List.copyOf(measurements);
        waiting = List.copyOf(waiting);
        inEffect = List.copyOf(inEffect);
        tried = List.copyOf(tried);
        notes = List.copyOf(notes);
        reply = List.copyOf(reply);
    }

    /** Returns the same with other advice. */
    public CopilotAnswer with(List<Advice> other) {
        return new CopilotAnswer(reading, subjects, other, measurements, waiting, inEffect, tried, notes, reply);
    }
}
