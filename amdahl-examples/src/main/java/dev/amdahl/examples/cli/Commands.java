package dev.amdahl.examples.cli;

import dev.amdahl.examples.cli.advice.AskCommand;
import dev.amdahl.examples.cli.advice.TriageCommand;
import dev.amdahl.examples.cli.experiment.AbCommand;
import dev.amdahl.examples.cli.experiment.SimulateCommand;
import dev.amdahl.examples.cli.fleet.GoodputCommand;
import dev.amdahl.examples.cli.fleet.ScanCommand;
import dev.amdahl.examples.cli.fleet.WatchCommand;
import dev.amdahl.examples.cli.gpu.BilinearCommand;
import dev.amdahl.examples.cli.gpu.BurninCommand;
import dev.amdahl.examples.cli.gpu.KernelCommand;
import dev.amdahl.examples.cli.gpu.RooflineCommand;
import dev.amdahl.examples.cli.ledger.LedgerCommand;
import dev.amdahl.examples.cli.review.RecipesCommand;
import dev.amdahl.examples.cli.review.ReviewCommand;
import dev.amdahl.examples.cli.trace.TraceCommand;
import java.util.List;
import picocli.CommandLine;

/**
 * The commands by name. A call that names one makes only that one: a short command is not kept waiting by the others. Stateless.
 */
final class Commands {
    private static final List<String> NAMES = List.of(
            "quickstart",
            "loop",
            "ab",
            "scan",
            "goodput",
            "trace",
            "ledger",
            "review",
            "recipes",
            "report",
            "simulate",
            "watch",
            "ask",
            "triage",
            "mcp",
            "bilinear",
            "roofline",
            "burnin",
            "kernel",
            "plugins");

    private Commands() {}

    /** The command line that these arguments need. */
    static CommandLine lineFor(List<String> arguments) {
        CommandLine line = new CommandLine(new Amdahl());
        String first = arguments.isEmpty() ? "" : arguments.get(0);
        List<String> needed = NAMES.contains(first) ? List.of(first) : NAMES;
        needed.forEach(name -> line.addSubcommand(name, command(name)));
        return line;
    }

    private static Object command(String name) {
        return switch (name) {
            case "quickstart" -> new QuickstartCommand();
            case "loop" -> new LoopCommand();
            case "ab" -> new AbCommand();
            case "scan" -> new ScanCommand();
            case "goodput" -> new GoodputCommand();
            case "trace" -> new TraceCommand();
            case "ledger" -> new LedgerCommand();
            case "review" -> new ReviewCommand();
            case "recipes" -> new RecipesCommand();
            case "report" -> new ReportCommand();
            case "simulate" -> new SimulateCommand();
            case "watch" -> new WatchCommand();
            case "ask" -> new AskCommand();
            case "triage" -> new TriageCommand();
            case "mcp" -> new McpCommand();
            case "bilinear" -> new BilinearCommand();
            case "roofline" -> new RooflineCommand();
            case "burnin" -> new BurninCommand();
            case "kernel" -> new KernelCommand();
            case "plugins" -> new PluginsCommand();
            default -> throw new IllegalArgumentException("no command is named " + name);
        };
    }
}
