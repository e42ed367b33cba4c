package dev.amdahl.examples.jobs;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What may be tried on one job.
 *
 * @param command the job's command
 * @param environment its environment
 * @param accelerators what it holds
 * @param powerAllowed whether the policy allows a cap on power
 */
record LeverReader(
        List<String> command, Map<String, String> environment, Accelerators accelerators, boolean powerAllowed) {

    Lever lever(Item item) {
        Fields fields = item.fields(
                "name",
                "environment",
                "argument",
                "flag",
                "accelerators",
                "power",
                "values",
                "addresses",
                "idea",
                "switch");
        String name = fields.required("name", "give the lever a name").text();
        List<String> targets = fields.given("environment", "argument", "flag", "accelerators", "power");
        if (targets.size() != 1) {
            throw fields.error(
                    "lever '" + name + "' sets " + (targets.isEmpty() ? "nothing" : String.join(" and ", targets)),
                    "give exactly one of environment, argument, flag, accelerators and power");
        }
        Item target = fields.required(targets.get(0), "");
        Optional<String> idea = fields.optional("idea").map(Item::text);
        List<Bottleneck> addresses =
                targets.get(0).equals("power") && fields.optional("addresses").isEmpty()
                        ? List.of(Bottleneck.PRODUCTIVE)
                        : addresses(fields);
        Lever lever = switch (targets.get(0)) {
            case "environment" -> ofEnvironment(name, target, values(fields), addresses, idea);
            case "argument" -> ofArgument(name, target, values(fields), addresses, idea);
            case "flag" -> ofFlag(name, target, fields, addresses, idea);
            case "power" -> ofPower(name, target, fields, addresses, idea);
            default -> ofAccelerators(name, target, fields, addresses, idea);
        };
        if (lever.values().isEmpty()) {
            throw item.error(
                    "lever '" + name + "' has no value other than the present one, '" + lever.current() + "'",
                    "add another value to try");
        }
        Optional<Item> atRunTime = fields.optional("switch");
        atRunTime.ifPresent(given -> requireEnvironment(given, lever));
        return lever.atRunTime(atRunTime.flatMap(DesignReader::atRunTime));
    }

    /** The words of a command are given before it starts. */
    private static void requireEnvironment(Item item, Lever lever) {
        if (!(lever.target() instanceof LeverSetting.Environment)) {
            throw item.error(
                    "lever '" + lever.name() + "' cannot be set while the job runs",
                    "remove 'switch', or let the lever set an environment variable");
        }
    }

    static List<Bottleneck> addresses(Fields fields) {
        Item item = fields.required("addresses", "list the classes it may relieve, such as [INPUT_STARVATION]");
        List<Bottleneck> classes =
                item.list().stream().map(each -> each.oneOf(Bottleneck.class)).toList();
        if (classes.isEmpty()) {
            throw item.error("names no class", "list the classes it may relieve, such as [INPUT_STARVATION]");
        }
        return classes;
    }

    private static List<String> values(Fields fields) {
        return fields.required("values", "list the values to try, such as [\"0\", \"2\"]")
                .texts();
    }

    private Lever ofEnvironment(
            String name, Item target, List<String> values, List<Bottleneck> addresses, Optional<String> idea) {
        String variable = variable(target, target.text());
        String current = environment.get(variable);
        if (current == null) {
            throw target.error(
                    "the present value of " + variable + " is not known",
                    "add " + variable + " to the job's 'environment'");
        }
        return new Lever(name, new LeverSetting.Environment(variable), current, values, addresses, idea);
    }

    static String variable(Item place, String name) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw place.error("'" + name + "' is not the name of an environment variable", "use letters, digits and _");
        }
        if (name.startsWith("AMDAHL_")) {
            throw place.error("'" + name + "' is set by the library", "choose a name that does not begin with AMDAHL_");
        }
        return name;
    }

    private Lever ofArgument(
            String name, Item target, List<String> values, List<Bottleneck> addresses, Optional<String> idea) {
        String word = target.text();
        if (!command.contains(word)) {
            throw target.error("'" + word + "' is not a word of the command", Nearest.remedy(word, command));
        }
        return new Lever(name, new LeverSetting.Argument(word), word, values, addresses, idea);
    }

    private Lever ofFlag(String name, Item target, Fields fields, List<Bottleneck> addresses, Optional<String> idea) {
        refuseValues(fields, "a flag takes no values");
        if (!target.text().startsWith("-")) {
            throw target.error("'" + target.text() + "' is not a flag", "give a word such as --amp");
        }
        LeverSetting.Flag flag = new LeverSetting.Flag(target.text());
        return new Lever(
                name, flag, flag.in(command), List.of(LeverSetting.Flag.ON, LeverSetting.Flag.OFF), addresses, idea);
    }

    private Lever ofAccelerators(
            String name, Item target, Fields fields, List<Bottleneck> addresses, Optional<String> idea) {
        refuseValues(fields, "an accelerators lever has its counts in 'accelerators'");
        List<String> counts = target.list().stream().map(this::count).toList();
        String current = Integer.toString(accelerators.count());
        return new Lever(name, new LeverSetting.AcceleratorCount(), current, counts, addresses, idea);
    }

    private static void refuseValues(Fields fields, String why) {
        fields.optional("values").ifPresent(values -> {
            throw values.error(why, "remove 'values'");
        });
    }

    private Lever ofPower(String name, Item target, Fields fields, List<Bottleneck> addresses, Optional<String> idea) {
        refuseValues(fields, "a power lever has its limits in 'power'");
        if (!powerAllowed) {
            throw target.error(
                    "lever '" + name + "' caps the power of accelerators, which the policy does not allow",
                    "write 'policy: {power: allow}', or remove the lever");
        }
        if (accelerators.holdsNone() || accelerators.nodes() > 1) {
            throw target.error(
                    "lever '" + name + "' caps the power of "
                            + (accelerators.holdsNone() ? "no accelerators" : "accelerators on several nodes"),
                    "declare 'accelerators' of one node, or remove the lever");
        }
        List<String> caps = target.list().stream().map(LeverReader::cap).toList();
        return new Lever(name, new LeverSetting.PowerCap(), LeverSetting.PowerCap.AS_IT_IS, caps, addresses, idea);
    }

    /** {@code 300} or {@code 300 W}, or {@code 80%} of the limit that an accelerator has by default. */
    private static String cap(Item item) {
        String text = item.text().strip();
        String amount = text.replaceFirst("\\s*[W%]$", "");
        String cap = amount + (text.endsWith("%") ? " %" : " W");
        if (!LeverSetting.PowerCap.isLimit(cap)) {
            throw item.error(
                    "'" + text + "' is no cap on power",
                    "give whole watts, as 300, or per cent of the default limit, as 80%");
        }
        return cap;
    }

    private String count(Item item) {
        int count = item.positive();
        if (count % accelerators.perNode() != 0 && count % accelerators.nodes() != 0) {
            throw item.error(
                    count + " accelerators cannot be spread evenly over nodes",
                    "give a multiple of " + accelerators.perNode() + ", which one node holds now");
        }
        return Integer.toString(count);
    }
}
