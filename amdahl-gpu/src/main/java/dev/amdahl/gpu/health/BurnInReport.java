package dev.amdahl.gpu.health;

import dev.amdahl.gpu.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a burn-in found.
 *
 * @param backend the name of what it ran on
 * @param device which one
 * @param phases in order
 */
public record BurnInReport(String backend, Device device, List<CheckResult> phases) {

    public BurnInReport {
        phases = List.copyOf(phases);
    }

    /** Returns the worst of the phases; one that was skipped says nothing. */
    public Grade grade() {
        return worst(phases);
    }

    static Grade worst(List<CheckResult> phases) {
        if (phases.stream().anyMatch(phase -> phase.outcome() == CheckResult.Outcome.FAIL)) {
            return Grade.FAIL;
        }
        return phases.stream().anyMatch(phase -> phase.outcome() == CheckResult.Outcome.WARN) ? Grade.WARN : Grade.OK;
    }

    /** Everything that was found, phase by phase. */
    public List<String> reasons() {
        return phases.stream()
                .flatMap(phase -> phase.reasons().stream().map(reason -> phase.check() + ": " + reason))
                .toList();
    }

    /** Returns a figure of a phase; empty if it was not measured. */
    public Optional<Double> figure(String check, String name) {
        return phases.stream()
                .filter(phase -> phase.check().equals(check))
                .flatMap(phase -> Optional.ofNullable(phase.figures().get(name)).stream())
                .findFirst();
    }

    /** With one more phase at the end. */
    public BurnInReport with(CheckResult phase) {
        List<CheckResult> all = new ArrayList<>(phases);
        all.add(phase);
        return new BurnInReport(backend, device, all);
    }
}
