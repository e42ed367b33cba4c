package dev.amdahl.gpu.health;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a burn-in of all devices of a host found.
 *
 * @param backend the name of what it ran on
 * @param devices what was found of each, in order
 * @param phases of the host itself: its driver, links, NVLinks, kernel's log
 */
public record HostReport(String backend, List<OfDevice> devices, List<CheckResult> phases) {

    public HostReport {
        devices = List.copyOf(devices);
        phases = List.copyOf(phases);
    }

    /**
     * One device.
     *
     * @param id its number, or as {@code CUDA_VISIBLE_DEVICES} names it
     */
    public record OfDevice(String id, BurnInReport report) {}

    /** Returns the worst of all; what was not tested says nothing. */
    public Grade grade() {
        return Stream.concat(Stream.of(ofHost()), devices.stream().map(device -> device.report.grade()))
                .reduce(Grade.OK, (one, more) -> one.compareTo(more) > 0 ? one : more);
    }

    /** Returns the worst of what was found of the host itself. */
    public Grade ofHost() {
        return BurnInReport.worst(phases);
    }

    /** Everything that was found and is no gap, the host's own first. */
    public List<String> reasons() {
        return reasons(true);
    }

    /** Everything that was not tested, and why. */
    public List<String> untested() {
        return reasons(false);
    }

    private List<String> reasons(boolean isTested) {
        List<String> reasons = new ArrayList<>(reasons("", phases, isTested));
        devices.forEach(
                device -> reasons.addAll(reasons("device " + device.id + ": ", device.report.phases(), isTested)));
        return List.copyOf(reasons);
    }

    private static List<String> reasons(String place, List<CheckResult> phases, boolean isTested) {
        return phases.stream()
                .filter(phase -> isTested == isFound(phase.outcome()))
                .flatMap(phase -> phase.reasons().stream().map(reason -> place + phase.check() + ": " + reason))
                .toList();
    }

    /** A pass that gives a reason says what it left out. */
    private static boolean isFound(CheckResult.Outcome outcome) {
        return outcome == CheckResult.Outcome.WARN || outcome == CheckResult.Outcome.FAIL;
    }
}
