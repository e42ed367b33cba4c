package dev.amdahl.examples.cli;

import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Width;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * How {@code --help} looks, alike for every command: what must be given, its own options, the names of those of every command, an example.
 * What the latter do stands in the help of the program, below its commands by what they are for.
 */
final class Usage {
    static final Map<String, List<String>> GROUPS = groups();

    private Usage() {}

    /** Gives a command and all below it this look. */
    static void style(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        spec.usageMessage().width(Width.USUAL).sortOptions(false).footerHeading("%nExample:%n");
        if (spec.parent() == null) {
            spec.usageMessage().commandListHeading("");
            line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, Usage::commands);
        }
        if (spec.subcommands().isEmpty() || spec.options().stream().anyMatch(Usage::isCommon)) {
            spec.usageMessage().customSynopsis(synopsis(spec));
            line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, Usage::options);
        }
        spec.subcommands().values().forEach(Usage::style);
    }

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("See where time goes", List.of("trace", "ask", "scan", "goodput", "watch", "triage"));
        groups.put(
                "Prove what helps",
                List.of("ab", "judge", "init", "plan", "loop", "load", "assign", "outcome", "simulate", "quickstart"));
        groups.put("Decide", List.of("review", "serve", "notify", "report"));
        groups.put("Remember", List.of("ledger", "recipes"));
        groups.put("Look after machines", List.of("doctor", "burnin", "roofline", "kernel", "bilinear"));
        groups.put("Set up", List.of("plugins", "mcp", "completion", "help"));
        return groups;
    }

    private static String commands(Help help) {
        Map<String, CommandLine> all = help.commandSpec().subcommands();
        StringBuilder out = new StringBuilder();
        GROUPS.forEach((title, names) -> {
            Help.TextTable table = Help.TextTable.forColumns(
                    help.colorScheme(),
                    new Help.Column(14, 2, Help.Column.Overflow.SPAN),
                    new Help.Column(Width.USUAL - 14, 0, Help.Column.Overflow.WRAP));
            for (String name : names) {
                CommandLine command = all.get(name);
                if (command != null) {
                    table.addRowValues(
                            help.colorScheme().commandText(name),
                            help.colorScheme().text(brief(command.getCommandSpec())));
                }
            }
            out.append(String.format("%n%s%n%s", help.colorScheme().text("@|bold " + title + "|@"), table));
        });
        all.values().stream()
                .filter(command -> command.getCommandSpec().options().stream().anyMatch(Usage::isCommon))
                .findFirst()
                .ifPresent(command -> out.append(String.format(
                        "%n%s%n%s",
                        help.colorScheme().text("@|bold Options of every command|@"),
                        list(command.getHelp(), Usage::isCommon))));
        return out.toString();
    }

    /** What a command is for, in its first words. */
    private static String brief(CommandSpec spec) {
        return String.join(" ", spec.usageMessage().description()).replaceFirst("[;:].*|\\.$|\\. .*", "") + ".";
    }

    private static String synopsis(CommandSpec spec) {
        Stream<String> required = spec.options().stream()
                .filter(option -> option.required() && option.group() == null)
                .map(option -> option.longestName() + "=" + option.paramLabel());
        Stream<String> places = spec.positionalParameters().stream().map(Usage::place);
        return Stream.of(Stream.of(spec.qualifiedName(" ")), required, Stream.of("[OPTIONS]"), places)
                .flatMap(words -> words)
                .collect(Collectors.joining(" "));
    }

    private static String place(PositionalParamSpec place) {
        String label = place.paramLabel() + (place.arity().max() > 1 ? "..." : "");
        return place.arity().min() == 0 ? "[" + label + "]" : label;
    }

    private static String options(Help help) {
        String own = list(help, option -> !isInherited(option));
        String inherited = help.commandSpec().options().stream()
                .filter(option -> !option.hidden())
                .filter(Usage::isInherited)
                .map(OptionSpec::longestName)
                .collect(Collectors.joining(", "));
        return inherited.isEmpty()
                ? own
                : own
                        + String.format(
                                "%nIn every command:%n%s",
                                new Width(Width.USUAL).lines("      ", inherited + " (amdahl --help)"));
    }

    private static String list(Help help, Predicate<OptionSpec> which) {
        List<OptionSpec> options = help.commandSpec().options().stream()
                .filter(option -> !option.hidden())
                .filter(which)
                .toList();
        Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
        layout.addOptions(options, help.createDefaultParamLabelRenderer());
        return layout.toString();
    }

    private static boolean isInherited(OptionSpec option) {
        return isCommon(option) || option.inherited();
    }

    private static boolean isCommon(OptionSpec option) {
        return option.userObject() instanceof Field field && field.getDeclaringClass() == CliCommand.class;
    }
}
