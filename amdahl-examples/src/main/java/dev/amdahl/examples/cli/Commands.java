package dev.amdahl.examples.cli;

import dev.amdahl.examples.cli.advice.AskCommand;
import dev.amdahl.examples.cli.advice.TriageCommand;
import dev.amdahl.examples.cli.doctor.DoctorCommand;
import dev.amdahl.examples.cli.experiment.AbCommand;
import dev.amdahl.examples.cli.experiment.JudgeCommand;
import dev.amdahl.examples.cli.experiment.LoadCommand;
import dev.amdahl.examples.cli.experiment.SimulateCommand;
import dev.amdahl.examples.cli.field.AssignCommand;
import dev.amdahl.examples.cli.field.OutcomeCommand;
import dev.amdahl.examples.cli.fleet.GoodputCommand;
import dev.amdahl.examples.cli.fleet.ScanCommand;
import dev.amdahl.examples.cli.fleet.WatchCommand;
import dev.amdahl.examples.cli.gpu.BilinearCommand;
import dev.amdahl.examples.cli.gpu.BurninCommand;
import dev.amdahl.examples.cli.gpu.KernelCommand;
import dev.amdahl.examples.cli.gpu.RooflineCommand;
import dev.amdahl.examples.cli.ledger.LedgerCommand;
import dev.amdahl.examples.cli.plan.PlanCommand;
import dev.amdahl.examples.cli.review.NotifyCommand;
import dev.amdahl.examples.cli.review.RecipesCommand;
import dev.amdahl.examples.cli.review.ReviewCommand;
import dev.amdahl.examples.cli.review.ServeCommand;
import dev.amdahl.examples.cli.trace.TraceCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * The commands by name. A call that names one makes only that one: a short command is not kept waiting by the others.
 */
final class Commands {
    private static final Map<String, Supplier<Object>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("quickstart", QuickstartCommand::new);
        BY_NAME.put("init", InitCommand::new);
        BY_NAME.put("plan", PlanCommand::new);
        BY_NAME.put("loop", LoopCommand::new);
        BY_NAME.put("ab", AbCommand::new);
        BY_NAME.put("judge", JudgeCommand::new);
        BY_NAME.put("load", LoadCommand::new);
        BY_NAME.put("scan", ScanCommand::new);
        BY_NAME.put("goodput", GoodputCommand::new);
        BY_NAME.put("trace", TraceCommand::new);
        BY_NAME.put("assign", AssignCommand::new);
        BY_NAME.put("outcome", OutcomeCommand::new);
        BY_NAME.put("ledger", LedgerCommand::new);
        BY_NAME.put("review", ReviewCommand::new);
        BY_NAME.put("serve", ServeCommand::new);
        BY_NAME.put("notify", NotifyCommand::new);
        BY_NAME.put("recipes", RecipesCommand::new);
        BY_NAME.put("report", ReportCommand::new);
        BY_NAME.put("simulate", SimulateCommand::new);
        BY_NAME.put("watch", WatchCommand::new);
        BY_NAME.put("ask", AskCommand::new);
        BY_NAME.put("triage", TriageCommand::new);
        BY_NAME.put("mcp", McpCommand::new);
        BY_NAME.put("bilinear", BilinearCommand::new);
        BY_NAME.put("roofline", RooflineCommand::new);
        BY_NAME.put("burnin", BurninCommand::new);
        BY_NAME.put("kernel", KernelCommand::new);
        BY_NAME.put("plugins", PluginsCommand::new);
        BY_NAME.put("doctor", DoctorCommand::new);
        BY_NAME.put("completion", CompletionCommand::new);
        BY_NAME.put("help", HelpCommand::new);
    }

    private Commands() {}

    /** Returns the command line that these arguments need. */
    static CommandLine lineFor(List<String> arguments) {
        String first = arguments.isEmpty() ? "" : arguments.get(0);
        boolean isOne = BY_NAME.containsKey(first) && !needsAll(first);
        CommandLine line = new CommandLine(new Amdahl());
        BY_NAME.forEach((name, command) -> {
            if (!isOne || name.equals(first)) {
                line.addSubcommand(name, command.get());
            }
        });
        Usage.style(line);
        return line;
    }

    private static boolean needsAll(String command) {
        return command.equals("help") || command.equals("completion");
    }
}
