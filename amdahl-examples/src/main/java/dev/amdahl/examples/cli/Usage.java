package dev.amdahl.examples.cli;

import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Width;
import java.lang.reflect.Field;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** How {@code --help} looks, alike for every command: what must be given, its own options, those of every command, an example. */
final class Usage {
    private Usage() {}

    /** Gives a command and all below it this look. */
    static void style(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        spec.usageMessage().width(Width.USUAL).sortOptions(false).footerHeading("%nExample:%n");
        if (spec.subcommands().isEmpty()) {
            spec.usageMessage().customSynopsis(synopsis(spec));
            line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, Usage::options);
        }
        spec.subcommands().values().forEach(Usage::style);
    }

    private static String synopsis(CommandSpec spec) {
        Stream<String> required = spec.options().stream()
                .filter(OptionSpec::required)
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
        String inherited = list(help, Usage::isInherited);
        return own + (inherited.isEmpty() ? "" : String.format("%nIn every command:%n")) + inherited;
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
        boolean isCommon = option.userObject() instanceof Field field && field.getDeclaringClass() == CliCommand.class;
        return isCommon || option.inherited();
    }
}
