package dev.amdahl.examples.cli.field;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.Assignment;
import dev.amdahl.spi.experiment.ScheduledRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code assign}: a scheduled run asks what to start with. */
@Command(
        name = "assign",
        description = {
            "Print the settings that a scheduled run starts with, as shell lines: those of the incumbent, or of one half of a pair.",
            "It always prints the same for one run, and never keeps a run from starting: without an assignment it"
                    + " prints nothing and exits with 0."
        },
        footer = {
            "  eval \"$(amdahl assign --family eval --run-id \"$JOB\" --ledger ./amdahl)\"",
            "  eval \"$(sh ./amdahl.field/eval/assign \"$JOB\")\"   the same in milliseconds"
        })
public final class AssignCommand extends CliCommand {
    @Option(
            names = "--family",
            required = true,
            paramLabel = "NAME",
            description = "The family, as the jobs file names it.")
    private String family = "";

    @Mixin
    private FieldOptions options = new FieldOptions();

    @Override
    public Answer answer() {
        Assignment assignment = Assignment.usual();
        try {
            ScheduledRuns runs = options.runs(ledger());
            assignment = runs.assign(family, options.run);
            Path folder = runs.folder(family);
            if (!ScheduledRuns.isRunId(options.run)) {
                remark("'" + options.run
                        + "' is not a run id, so it starts as usual; use letters, digits, '.', '_' and '-'");
            } else if (!Files.exists(folder.resolve(ScheduledRuns.INCUMBENT))) {
                remark("nothing is prepared for " + family + " in " + folder
                        + ", it starts as usual; declare field: true in its job, and run the loop");
            }
        } catch (AmdahlException unusable) {
            remark("run " + options.run + " starts as usual: " + unusable.getMessage());
        }
        String shell = assignment.shell();
        ObjectNode json = Json.object()
                .put("family", family)
                .put("run_id", options.run)
                .put("is_trial", assignment.isTrial())
                .put("arm", assignment.arm());
        json.set("command", Json.texts(assignment.command()));
        json.set("environment", Json.tree(assignment.environment()));
        json.set("unset", Json.texts(assignment.unset().stream().sorted().toList()));
        return Answer.of(json, shell);
    }
}
