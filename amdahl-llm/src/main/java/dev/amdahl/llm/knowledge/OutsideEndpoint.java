package dev.amdahl.llm.knowledge;

import dev.amdahl.llm.answer.Settings;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A place outside that an operator has named. Immutable; its text does not show the key.
 *
 * @param name of the source of ideas
 * @param service how it is asked
 * @param address without a slash at its end; empty text where a program is asked
 * @param tool of a program that is started; empty where an address is asked
 * @param words that all documents must have
 * @param repository of GitHub, {@code owner/name}
 * @param qualifiers of a search of GitHub
 * @param authorization the header of that name, which holds the key; empty where none is asked for
 * @param every how long an answer is good
 * @param pause between two questions
 * @param limit of one question
 */
record OutsideEndpoint(
        String name,
        OutsideService service,
        String address,
        Optional<Tool> tool,
        List<String> words,
        Optional<String> repository,
        String qualifiers,
        Optional<String> authorization,
        Duration every,
        Duration pause,
        Duration limit) {
    /** Names of sources within the loop, which no other may take. */
    private static final List<String> TAKEN = List.of("catalogue", "knowledge", "model", "recipe", "revisit", "win");

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,30}");
    private static final Pattern REPOSITORY = Pattern.compile("[\\w-]{1,40}/(?!\\.{1,2}$)[\\w.-]{1,100}");
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z]{1,20}");
    private static final Pattern WORD = Pattern.compile("[\\w.-]{1,60}");
    private static final Pattern QUALIFIERS = Pattern.compile("(?:-?[a-z-]+:[\\w./<>=*-]+ ?)*");
    private static final int MAX_SECONDS = 600;
    private static final int MAX_HOURS = 24 * 365;
    private static final int USUAL_SECONDS = 30;
    private static final int USUAL_HOURS = 24;

    /**
     * A tool of a server that is a program.
     *
     * @param command starts the server
     * @param folder where it runs
     * @param environment all that it sees of the environment
     * @param name of the tool that searches
     * @param argument of the tool that takes the words
     */
    record Tool(List<String> command, Path folder, Map<String, String> environment, String name, String argument) {
        private static Tool of(PluginContext context, Map<String, String> environment) {
            Map<String, String> seen = new HashMap<>();
            seen.put("PATH", environment.getOrDefault("PATH", "/usr/bin:/bin"));
            seen.put("LANG", "C.UTF-8");
            split(context.setting("environment").orElse(""))
                    .forEach(variable -> seen.put(variable, Settings.key(variable, environment)));
            return new Tool(
                    split(Settings.required(context, "command", "give the command that starts the server")),
                    context.directory(),
                    Map.copyOf(seen),
                    Settings.required(context, "tool", "name the tool that searches"),
                    context.setting("argument").orElse("query"));
        }
    }

    /** @throws InvalidInputException if a setting is missing or wrong */
    static OutsideEndpoint of(PluginContext context, Map<String, String> environment) {
        OutsideService service = service(Settings.required(context, "service", "name one of " + services()));
        if (service == OutsideService.RELEASES) {
            Settings.required(context, "repository", "name the one whose releases are read: owner/name");
        }
        boolean isProgram = service == OutsideService.MCP;
        return new OutsideEndpoint(
                name(context.setting("name").orElse(service.word())),
                service,
                isProgram ? "" : address(Settings.required(context, "url", "give the address that is asked")),
                isProgram ? Optional.of(Tool.of(context, environment)) : Optional.empty(),
                words(context.setting("words").orElse("")),
                context.setting("repository").map(OutsideEndpoint::repository),
                qualifiers(context.setting("qualifiers").orElse("is:pull-request is:merged")),
                context.setting("key_variable")
                        .map(variable -> scheme(context.setting("scheme").orElse("Bearer")) + " "
                                + Settings.key(variable, environment)),
                Duration.ofHours(Settings.count(context, "every_hours", 1, MAX_HOURS, USUAL_HOURS)),
                Duration.ofSeconds(Settings.count(context, "pause_seconds", 0, MAX_SECONDS, service.pause())),
                Duration.ofSeconds(Settings.count(context, "limit_seconds", 1, MAX_SECONDS, USUAL_SECONDS)));
    }

    private static String address(String url) {
        return Settings.address("url", url, "https://export.arxiv.org/api/query")
                .toString()
                .replaceFirst("/+$", "");
    }

    private static List<String> services() {
        return Stream.of(OutsideService.values()).map(OutsideService::word).toList();
    }

    private static OutsideService service(String word) {
        return Stream.of(OutsideService.values())
                .filter(service -> service.word().equals(word))
                .findFirst()
                .orElseThrow(() -> wrong("service", "there is none '" + word + "'", "name one of " + services()));
    }

    private static String name(String name) {
        if (!NAME.matcher(name).matches() || TAKEN.contains(name)) {
            throw wrong(
                    "name",
                    "'" + name + "' cannot be the name of a source of ideas",
                    "use small letters, digits and hyphens, and none of " + TAKEN);
        }
        return name;
    }

    private static String repository(String name) {
        if (!REPOSITORY.matcher(name).matches()) {
            throw wrong("repository", "'" + name + "' is no repository", "write owner/name");
        }
        return name;
    }

    private static List<String> words(String text) {
        List<String> words = split(text);
        for (String word : words) {
            if (!WORD.matcher(word).matches()) {
                throw wrong("words", "'" + word + "' is no word", "give plain words, separated by blanks");
            }
        }
        return words;
    }

    private static String qualifiers(String text) {
        if (!QUALIFIERS.matcher(text).matches()) {
            throw wrong("qualifiers", "'" + text + "' are none", "write such as 'is:pull-request language:python'");
        }
        return text;
    }

    private static List<String> split(String text) {
        return Arrays.stream(text.strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static String scheme(String word) {
        if (!SCHEME.matcher(word).matches()) {
            throw wrong("scheme", "'" + word + "' stands before no key", "write Bearer, Basic or ApiKey");
        }
        return word;
    }

    private static InvalidInputException wrong(String setting, String problem, String remedy) {
        return new InvalidInputException("setting `" + setting + "` of the idea source outside", problem, remedy);
    }

    @Override
    public String toString() {
        return name + tool.map(program -> " by " + program.command().get(0)).orElse(" at " + address);
    }
}
