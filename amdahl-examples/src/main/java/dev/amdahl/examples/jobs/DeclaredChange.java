package dev.amdahl.examples.jobs;

import dev.amdahl.core.internal.workspace.PatchFilter;
import dev.amdahl.core.internal.workspace.PatchRefusedException;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Holds what an assistant offers to what the job opens for change, as the loop does with every proposal of a model. */
final class DeclaredChange {
    private DeclaredChange() {}

    /** Returns the same change as a move of the job's own levers, or of its editable files. */
    static Contribution of(JobSpec job, Item item, Contribution offered) {
        if (!(offered.change() instanceof ConfigChange config)) {
            List<String> editable = job.source().map(SourceTree::editable).orElse(List.of());
            if (editable.isEmpty()) {
                throw item.error(
                        "the job opens no file for patches", "give an environment, or let a person add 'editable'");
            }
            if (offered.change() instanceof PatchChange patch) {
                requireEditable(item, editable, patch.diff());
            }
            return offered;
        }
        List<LeverSetting> settings = new ArrayList<>();
        for (LeverSetting setting : config.settings()) {
            settings.add(job.levers().stream()
                    .filter(lever -> lever.target().equals(setting.target())
                            && lever.values().contains(setting.to()))
                    .findFirst()
                    .map(lever -> new LeverSetting(lever.name(), lever.target(), lever.current(), setting.to()))
                    .orElseThrow(() -> item.error(
                            "no lever of the job sets " + setting.lever() + " to '" + setting.to() + "'",
                            "declared are: " + declared(job))));
        }
        return new Contribution(
                offered.title(),
                new ConfigChange(settings),
                offered.addresses(),
                offered.expectedFraction(),
                offered.idea());
    }

    private static void requireEditable(Item item, List<String> editable, String diff) {
        try {
            PatchFilter.allowing(editable).touched(diff);
        } catch (PatchRefusedException refused) {
            String why = String.valueOf(refused.getMessage());
            throw item.error(
                    why,
                    why.contains("'editable'")
                            ? "or change only files that 'editable' allows"
                            : "give a unified diff of text files, as 'git diff --no-renames' writes it");
        }
    }

    private static String declared(JobSpec job) {
        String levers = job.levers().stream()
                .filter(lever -> lever.target() instanceof LeverSetting.Environment)
                .map(lever -> ((LeverSetting.Environment) lever.target()).variable() + " " + lever.values())
                .collect(Collectors.joining(", "));
        return levers.isEmpty() ? "none" : levers;
    }
}
