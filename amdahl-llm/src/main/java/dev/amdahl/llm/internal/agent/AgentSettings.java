package dev.amdahl.llm.internal.agent;

import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.llm.answer.Settings;
import dev.amdahl.spi.Availability;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmUsage;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How an agent is called. Immutable; its text shows no variable.
 *
 * @param program its path, or its name on the path of programs
 * @param model which model; empty for the agent's own choice
 * @param arguments further words for it, the operator's
 * @param environment all that it sees of the environment
 * @param prices of tokens, where it does not say what a call cost
 * @param turns most turns that it may take with its model
 * @param folder where its private folders are made
 */
record AgentSettings(
        String program,
        Optional<String> model,
        List<String> arguments,
        Map<String, String> environment,
        PriceList prices,
        int turns,
        Path folder) {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final int TURNS = 4;
    private static final int MAX_TURNS = 50;

    /**
     * From the settings {@code program}, {@code model}, {@code arguments}, {@code environment}, {@code turns} and those of prices.
     *
     * @throws InvalidInputException if one is wrong, or a variable named is not set
     */
    static AgentSettings of(PluginContext context, String name, Map<String, String> environment) {
        return of(context, name, environment, TURNS);
    }

    /** The same with another number of turns where the settings say none. */
    static AgentSettings of(PluginContext context, String name, Map<String, String> environment, int turns) {
        return new AgentSettings(
                program(context, name),
                context.setting("model").filter(model -> !model.isBlank()),
                words(context, "arguments", "\\s+"),
                given(words(context, "environment", "[,\\s]+"), environment),
                PriceList.of(context, true),
                Settings.count(context, "turns", 1, Math.max(MAX_TURNS, 10 * turns), turns),
                context.directory());
    }

    private static String program(PluginContext context, String name) {
        return context.setting("program").filter(program -> !program.isBlank()).orElse(name);
    }

    /** Returns whether the program is there. */
    static Availability availability(PluginContext context, String name, Map<String, String> environment) {
        return availability(program(context, name), environment);
    }

    static Availability availability(String program, Map<String, String> environment) {
        return find(program, environment).isPresent()
                ? Availability.ready()
                : Availability.unavailable("no program " + program + " on PATH; install it or name it by `program`");
    }

    private static Optional<Path> find(String program, Map<String, String> environment) {
        Stream<Path> places = program.contains("/")
                ? Stream.of(Path.of(program).toAbsolutePath())
                : Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                        .filter(folder -> !folder.isEmpty())
                        .map(folder -> Path.of(folder, program));
        return places.filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /**
     * Returns the program's file, looked for again each time.
     *
     * @throws LlmException NOT_INSTALLED if there is none
     */
    Path installed() {
        return find(program, environment)
                .orElseThrow(() -> new LlmException(
                        LlmException.Reason.NOT_INSTALLED,
                        "no program " + program + " on PATH; install it or name it by the setting `program`",
                        LlmUsage.NONE,
                        null));
    }

    private static List<String> words(PluginContext context, String setting, String separator) {
        return Stream.of(context.setting(setting).orElse("").split(separator))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static Map<String, String> given(List<String> names, Map<String, String> environment) {
        Map<String, String> given = new HashMap<>();
        given.put("PATH", environment.getOrDefault("PATH", "/usr/bin:/bin"));
        given.put("LANG", "C.UTF-8");
        for (String name : names) {
            if (!VARIABLE.matcher(name).matches()) {
                throw new InvalidInputException(
                        "setting `environment`",
                        "not all names of environment variables",
                        "list names that the agent may see, never their values");
            }
            if (!environment.containsKey(name)) {
                throw new InvalidInputException(
                        "environment variable " + name,
                        "not set",
                        "set it, or take it out of the setting `environment`");
            }
            given.put(name, environment.get(name));
        }
        return Map.copyOf(given);
    }

    @Override
    public String toString() {
        return program + model.map(name -> " with " + name).orElse("");
    }
}
