package dev.amdahl.core.internal.advice;

import dev.amdahl.spi.hypothesis.Idea;
import java.util.List;
import java.util.Map;

/** Compares the symptoms of ideas with measured figures; what was not measured never holds. */
final class Symptoms {
    private Symptoms() {}

    static boolean hold(Idea idea, Map<String, Double> metrics) {
        return idea.symptoms().stream().allMatch(symptom -> holds(symptom, metrics));
    }

    /** Returns whether no measured symptom speaks against it. */
    static boolean mayHold(Idea idea, Map<String, Double> metrics) {
        return idea.symptoms().stream()
                .allMatch(symptom -> !metrics.containsKey(symptom.metric()) || holds(symptom, metrics));
    }

    static List<String> unmeasured(Idea idea, Map<String, Double> metrics) {
        return idea.symptoms().stream()
                .map(Idea.Symptom::metric)
                .filter(metric -> !metrics.containsKey(metric))
                .toList();
    }

    private static boolean holds(Idea.Symptom symptom, Map<String, Double> metrics) {
        Double value = metrics.get(symptom.metric());
        if (value == null) {
            return false;
        }
        return switch (symptom.operator()) {
            case ">=" -> value >= symptom.value();
            case "<=" -> value <= symptom.value();
            case ">" -> value > symptom.value();
            case "<" -> value < symptom.value();
            case "==" -> value == symptom.value();
            default ->
                throw new IllegalArgumentException("symptom of " + symptom.metric() + " has operator '"
                        + symptom.operator() + "'; use >= <= > < or ==");
        };
    }
}
