package dev.amdahl.examples.cli.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code recipes export DIR}: approved recipes as skills for other agents. */
@Command(
        name = "export",
        description = "Write approved recipes as skills that other agents read: a folder each, with a SKILL.md.",
        footer = "  amdahl recipes export ./skills --ledger ./amdahl")
final class RecipesExportCommand extends CliCommand {
    private static final String FILE = "SKILL.md";

    @Parameters(paramLabel = "DIR", description = "Where the folders are written; made if it is not there.")
    private Path folder = Path.of("");

    @Override
    public Answer answer() throws IOException {
        LedgerView view = LedgerReader.view(requireLedger());
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new InvalidInputException(
                    folder.toString(), "is not a folder", "name a folder, or a path that does not exist yet");
        }
        List<SkillText> skills = view.recipes().stream()
                .filter(RecipeStanding::isInUse)
                .map(standing -> new SkillText(standing, view))
                .toList();
        for (SkillText skill : skills) {
            Path own = Files.createDirectories(folder.resolve(skill.name()));
            AtomicFiles.write(own.resolve(FILE), skill.text().getBytes(UTF_8));
        }
        List<String> stale = stale(skills.stream().map(SkillText::name).toList());
        ObjectNode json = Json.object().put("folder", folder.toString());
        json.set(
                "skills",
                Json.array(
                        skills,
                        skill -> Json.object()
                                .put("recipe", skill.standing().recipe().id())
                                .put("name", skill.name())
                                .put(
                                        "file",
                                        folder.resolve(skill.name())
                                                .resolve(FILE)
                                                .toString())));
        json.set("stale", Json.texts(stale));
        StringBuilder text = new StringBuilder(SkillText.count(skills.size(), "skill") + " written to " + folder
                + ", of " + SkillText.count(view.recipes().size(), "recipe") + "\n");
        skills.forEach(skill -> text.append("  ").append(skill.name()).append('\n'));
        stale.forEach(name -> text.append("  no longer approved, remove it: ")
                .append(folder.resolve(name))
                .append('\n'));
        return Answer.of(json, text.toString());
    }

    /** What an earlier export left of recipes that are not approved any more: for people to remove. */
    private List<String> stale(List<String> written) throws IOException {
        List<String> stale = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder, "amdahl-*-????????????")) {
                for (Path each : folders) {
                    String name = String.valueOf(each.getFileName());
                    if (!written.contains(name) && Files.isRegularFile(each.resolve(FILE))) {
                        stale.add(name);
                    }
                }
            }
        }
        stale.sort(String::compareTo);
        return stale;
    }
}
