package dev.amdahl.llm.copilot;

import java.util.List;

/**
 * A piece of advice that rules gave, as a model is told of it.
 *
 * @param id short name within the answer
 * @param text what is advised and why: untrusted in parts
 */
public record Fact(String id, String text) {

    /**
     * A measured loss that suggestions may rest on.
     *
     * @param subject the job or trace
     * @param bottleneck the class, by name
     * @param ceiling largest speed-up in accelerator-hours
     * @param evidence ids of what it rests on
     */
    public record Loss(String subject, String bottleneck, double ceiling, List<String> evidence) {
        public Loss {
            evidence = List.copyOf(evidence);
        }
    }
}
