package dev.amdahl.examples.init;

import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.LeverTemplate;
import dev.amdahl.spi.profiler.SettingScan;
import dev.amdahl.spi.profiler.SourceSetting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Matches the settings of a job against the templates of ideas. Used once, not thread-safe.
 *
 * <p>An option becomes one word, {@code --num-workers=0}, with its present value, so that a lever can replace it; a flag is there
 * or not; a variable is set to its present value.
 */
final class Levers {
    private final List<LeverTemplate> templates;
    private final SettingScan scan;
    private final int cores;
    private final Set<String> libraries;
    private final List<FoundLever> found = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private final List<String> command;
    private final Map<String, String> environment;
    private final boolean changesResults;

    /**
     * @param libraries what the job imports, and pseudo-libraries such as {@code jvm}
     * @param changesResults whether levers are wanted that change what the job computes
     */
    Levers(
            JobCommand job,
            List<LeverTemplate> templates,
            SettingScan scan,
            Set<String> libraries,
            int cores,
            boolean changesResults) {
        this.templates = templates;
        this.scan = scan;
        this.cores = cores;
        this.libraries = libraries;
        this.changesResults = changesResults;
        command = new ArrayList<>(job.command());
        environment = new HashMap<>(job.environment());
    }

    /** Looks for all; call it once. What nobody sets comes last, as what a person set is likelier to matter. */
    Levers find() {
        Set<String> done = new HashSet<>();
        List<JvmWords.Word> words = new JvmWords(command).all();
        words.forEach(this::jvm);
        for (SourceSetting setting : scan.settings()) {
            switch (setting.kind()) {
                case OPTION -> {
                    if (setting.type() == SourceSetting.Type.FLAG) {
                        flag(setting);
                    } else {
                        option(setting);
                    }
                }
                case VARIABLE -> {
                    if (done.add(setting.name())) {
                        variable(setting);
                    }
                }
                case KEYWORD -> keyword(setting);
            }
        }
        Set<String> set = Set.copyOf(environment.keySet());
        templates.forEach(template -> variables(template, set::contains, done));
        words.forEach(word -> done.add(word.rival()));
        templates.forEach(template -> variables(template, variable -> !set.contains(variable), done));
        return this;
    }

    private void variables(LeverTemplate template, Predicate<String> which, Set<String> done) {
        for (String variable : template.variables()) {
            Optional<String> assumed = template.assumed(cores);
            boolean isSet = environment.containsKey(variable);
            if (which.test(variable)
                    && template.suits(libraries)
                    && (isSet || assumed.isPresent())
                    && done.add(variable)) {
                String current = environment.getOrDefault(variable, assumed.orElse(""));
                String place = isSet
                        ? "the job's environment"
                        : current.isEmpty() ? "nobody sets it" : "not set; its default is " + current;
                add(
                        variable,
                        new LeverSetting.Environment(variable),
                        current,
                        template,
                        template.values(current, cores),
                        place);
            }
        }
    }

    /** A word for the virtual machine, which is replaced as a whole. */
    private void jvm(JvmWords.Word word) {
        templates.stream()
                .filter(template -> template.suits(libraries) && template.takes(word.name()))
                .findFirst()
                .ifPresent(template -> add(
                        word.name(),
                        new LeverSetting.Argument(word.text()),
                        word.text(),
                        template,
                        template.values(word.value(), cores).stream()
                                .map(word::with)
                                .toList(),
                        "the command"));
    }

    /** What an idea would try of a setting, at least one value. */
    record Match(LeverTemplate template, List<String> values) {}

    /** Returns what the first idea that looks for a setting would try instead of its present value; why not, where none would. */
    Optional<Match> match(SourceSetting setting, String current) {
        Optional<LeverTemplate> template = template(setting);
        if (template.isEmpty()) {
            return Optional.empty();
        }
        if (current.isEmpty()) {
            skipped.add(
                    setting.name() + ": its present value is not known; give it in the command; " + setting.place());
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        template.get().values(current, cores).stream()
                .filter(value -> fits(setting, current, value))
                .forEach(value -> values.putIfAbsent(value.toLowerCase(Locale.ROOT), value));
        if (values.isEmpty()) {
            skipped.add(setting.name() + ": is " + current + ", and its idea has no other value to try; "
                    + setting.place());
            return Optional.empty();
        }
        return Optional.of(new Match(template.get(), List.copyOf(values.values())));
    }

    private Optional<LeverTemplate> template(SourceSetting setting) {
        return templates.stream()
                .filter(template -> template.suits(libraries))
                .filter(template -> Stream.concat(
                                Stream.of(setting.name(), lastKey(setting.name())), setting.aliases().stream())
                        .anyMatch(template::takes))
                .filter(template -> wanted(template, setting.name()))
                .findFirst();
    }

    /** Of {@code train.num_workers}, as configurations have them. */
    private static String lastKey(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private boolean wanted(LeverTemplate template, String name) {
        if (template.changesResults() && !changesResults) {
            skipped.add(name + ": another value changes what the job learns; add a lever by hand, with a guardrail");
            return false;
        }
        return true;
    }

    private void option(SourceSetting setting) {
        Optional<Given> given = given(setting);
        String current = given.map(Given::value).orElse(setting.value());
        match(setting, current).ifPresent(match -> {
            String word = setting.name() + "=" + current;
            given.ifPresentOrElse(place -> place.replaceBy(command, word), () -> command.add(word));
            add(
                    shown(setting),
                    new LeverSetting.Argument(word),
                    word,
                    match.template(),
                    match.values().stream()
                            .map(value -> setting.name() + "=" + value)
                            .toList(),
                    setting.place());
        });
    }

    /** A flag that says no to what a template looks for sets the opposite of it. */
    private void flag(SourceSetting setting) {
        LeverSetting.Flag flag = new LeverSetting.Flag(setting.name());
        String current =
                setting.aliases().stream().anyMatch(command::contains) ? LeverSetting.Flag.ON : flag.in(command);
        String other = current.equals(LeverSetting.Flag.ON) ? LeverSetting.Flag.OFF : LeverSetting.Flag.ON;
        String opposite = setting.name().replaceFirst("^--no[-_]", "--");
        List<LeverTemplate> all = templates.stream()
                .filter(template -> template.suits(libraries))
                .filter(template -> template.takes(setting.name()) || template.takes(opposite))
                .toList();
        Optional<LeverTemplate> offering = all.stream()
                .filter(template -> template.takes(setting.name())
                        ? offers(template, other.equals(LeverSetting.Flag.ON))
                        : offers(template, other.equals(LeverSetting.Flag.OFF)))
                .findFirst();
        if (!all.isEmpty() && offering.isEmpty()) {
            skipped.add(setting.name() + ": is " + current + ", already as its idea suggests; " + setting.place());
        }
        offering.filter(template -> wanted(template, setting.name())).ifPresent(template -> {
            setting.aliases().forEach(alias -> command.replaceAll(word -> word.equals(alias) ? flag.word() : word));
            add(shown(setting), flag, current, template, List.of(other), setting.place());
        });
    }

    private static boolean offers(LeverTemplate template, boolean isOn) {
        return template.values().stream()
                .anyMatch(value -> value.equals("not") || value.equalsIgnoreCase(Boolean.toString(isOn)));
    }

    /** Returns the name of a lever for an option. */
    private static String shown(SourceSetting option) {
        return option.name().replaceFirst("^-+", "").replace('_', '-');
    }

    /** A value of the kind that the setting takes. */
    private static boolean fits(SourceSetting setting, String current, String value) {
        if (!setting.choices().isEmpty()) {
            return setting.choices().contains(value);
        }
        return switch (setting.type()) {
            case INTEGER -> value.matches("-?[0-9]+");
            case NUMBER -> value.matches("-?[0-9.eE+-]+");
            case BOOLEAN -> value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false");
            case TEXT, FLAG -> current.matches("-?[0-9]+") == value.matches("-?[0-9]+");
        };
    }

    private void variable(SourceSetting setting) {
        String current = environment.getOrDefault(setting.name(), setting.value());
        templates.stream()
                .filter(template -> template.variables().contains(setting.name()) && wanted(template, setting.name()))
                .findFirst()
                .ifPresent(template -> {
                    if (current.isEmpty()) {
                        skipped.add(setting.name() + ": its present value is not known; " + setting.place());
                    } else {
                        List<String> values = template.values(current, cores);
                        add(
                                setting.name(),
                                new LeverSetting.Environment(setting.name()),
                                current,
                                template,
                                values,
                                setting.place());
                    }
                });
    }

    private void keyword(SourceSetting setting) {
        String name = lastKey(setting.name());
        if (templates.stream().anyMatch(template -> template.takes(name) && !template.changesResults())) {
            skipped.add(setting.name() + "=" + setting.value() + ": written into the code, so only a patch can set it; "
                    + setting.place());
        }
    }

    private void add(
            String name,
            LeverSetting.Target target,
            String current,
            LeverTemplate template,
            List<String> values,
            String place) {
        String shown = name.toLowerCase(Locale.ROOT).replace('_', '-');
        boolean isTaken = found.stream().anyMatch(other -> other.lever().name().equals(shown));
        Lever lever = new Lever(shown, target, current, values, template.addresses(), Optional.of(template.idea()));
        if (!isTaken && !lever.values().isEmpty()) {
            if (target instanceof LeverSetting.Environment variable) {
                environment.put(variable.variable(), current);
            }
            found.add(new FoundLever(lever, place, template.changesResults()));
        }
    }

    /** Where an option stands in the command: its first word, how many it takes, and its value. */
    private record Given(int at, int words, String value) {
        void replaceBy(List<String> command, String word) {
            command.set(at, word);
            if (words == 2) {
                command.remove(at + 1);
            }
        }
    }

    /** The last one counts, as it does for the parsers. */
    private Optional<Given> given(SourceSetting setting) {
        List<String> names = new ArrayList<>(setting.aliases());
        names.add(setting.name());
        for (int i = command.size() - 1; i >= 0; i--) {
            String word = command.get(i);
            for (String name : names) {
                if (word.startsWith(name + "=")) {
                    return Optional.of(new Given(i, 1, word.substring(name.length() + 1)));
                }
                if (word.equals(name) && i + 1 < command.size()) {
                    return Optional.of(new Given(i, 2, command.get(i + 1)));
                }
                if (name.matches("-[A-Za-z]") && word.matches(name + "[0-9]+")) {
                    return Optional.of(new Given(i, 1, word.substring(2)));
                }
            }
        }
        return Optional.empty();
    }

    List<FoundLever> found() {
        return List.copyOf(found);
    }

    /** Returns the command with each option as one word. */
    List<String> command() {
        return List.copyOf(command);
    }

    /** Returns the environment with each variable of a lever. */
    Map<String, String> environment() {
        return Map.copyOf(environment);
    }

    /** Returns settings that look like levers and are none, and why. */
    List<String> skipped() {
        return skipped.stream().distinct().toList();
    }
}
