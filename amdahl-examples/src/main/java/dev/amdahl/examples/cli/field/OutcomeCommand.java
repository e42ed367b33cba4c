package dev.amdahl.examples.cli.field;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmResult;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code outcome}: a scheduled run says how it went. */
@Command(
        name = "outcome",
        description = {
            "Record how an assigned scheduled run went; this cannot be changed later.",
            "Without --seconds, the time since it was assigned counts, by the uptime of its machine."
        },
        footer = {
            "  amdahl outcome --run-id \"$JOB\" --exit $? --ledger ./amdahl",
            "  amdahl outcome --run-id 17 --exit 0 --seconds 812 --metric loss=0.3 --ledger L"
        })
public final class OutcomeCommand extends CliCommand {
    /** What {@code timeout} exits with. */
    private static final int TIME_LIMIT = 124;

    @Mixin
    private FieldOptions options = new FieldOptions();

    @Option(
            names = "--exit",
            required = true,
            paramLabel = "CODE",
            description = "Its exit code; 124 for its time limit.")
    private String exit = "";

    @Option(names = "--seconds", paramLabel = "N", description = "Wall seconds of the job itself.")
    private @Nullable Double seconds;

    @Option(names = "--work-units", paramLabel = "N", description = "Work done, as the job counts it.")
    private @Nullable Double work;

    @Option(
            names = "--metric",
            paramLabel = "NAME=VALUE",
            description = "A figure of the job, such as loss=0.31; may be repeated.")
    private Map<String, Double> metrics = Map.of();

    @Option(names = "--arm", paramLabel = "a|b", description = "The half that it was assigned, as a check.")
    private String arm = "";

    @Override
    public Answer answer() {
        int code = exitCode();
        ArmResult result = ArmResult.notRun(arm).exited(OptionalInt.of(code)).metrics(metrics);
        result = code == TIME_LIMIT ? result.timedOut() : result;
        result = seconds == null ? result : result.wall(seconds);
        result = work == null ? result : result.work(work);
        Optional<String> why = options.runs(ledger()).outcome(options.run, result);
        ObjectNode json = Json.object().put("run_id", options.run).put("recorded", true);
        json.put("remark", why.orElse(null));
        return Answer.of(
                json,
                "recorded the outcome of run " + options.run
                        + why.map(reason -> "; " + reason).orElse(""));
    }

    private int exitCode() {
        if (!exit.matches("\\d{1,3}")) {
            throw new InvalidInputException(
                    "--exit", "'" + exit + "' is not an exit code", "give a number from 0 to 255");
        }
        return Integer.parseInt(exit);
    }
}
