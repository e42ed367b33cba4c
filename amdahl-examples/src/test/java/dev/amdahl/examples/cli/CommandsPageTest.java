package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The page of commands says what there is. */
final class CommandsPageTest {
    private static final Path DOCS = Path.of("").toAbsolutePath().resolveSibling("docs");
    private static final Pattern SCHEMA = Pattern.compile("\\(schemas/([a-z-]+\\.schema\\.json)\\)");

    @Test
    void everyCommandIsListedWithTheSchemaOfItsDocument() throws Exception {
        List<String> lines = Files.readAllLines(DOCS.resolve("commands.md"));
        List<CommandLine> commands = leaves(Commands.lineFor(List.of())).toList();
        assertThat(commands).hasSizeGreaterThan(30);
        for (CommandLine command : commands) {
            String name = command.getCommandSpec().qualifiedName(" ").replaceFirst("amdahl ", "");
            String row = lines.stream()
                    .filter(line -> line.startsWith("| `" + name + "` |"))
                    .findFirst()
                    .orElse("");
            assertThat(row).as("the row of %s", name).isNotEmpty();
            if (command.getCommand() instanceof CliCommand && !name.equals("mcp")) {
                Matcher schema = SCHEMA.matcher(row);
                assertThat(schema.find()).as("the schema of %s", name).isTrue();
                assertThat(DOCS.resolve("schemas").resolve(schema.group(1))).exists();
            }
        }
    }

    @Test
    void exitCodesAreThoseOfTheProgram() throws Exception {
        String page = Files.readString(DOCS.resolve("commands.md"));
        for (ExitCode code : ExitCode.values()) {
            assertThat(page).contains("| " + code.code() + " | " + code.meaning() + " |");
        }
    }

    private static Stream<CommandLine> leaves(CommandLine line) {
        return line.getSubcommands().isEmpty()
                ? Stream.of(line)
                : line.getSubcommands().values().stream().flatMap(CommandsPageTest::leaves);
    }
}
