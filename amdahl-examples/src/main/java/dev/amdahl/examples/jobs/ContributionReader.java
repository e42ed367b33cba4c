package dev.amdahl.examples.jobs;

import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What people offer for one job.
 *
 * @param base the folder of the jobs file
 * @param environment the job's environment
 * @param hasSource whether the job declares its code
 */
record ContributionReader(Path base, Map<String, String> environment, boolean hasSource) {
    private static final long MAX_BYTES = 1 << 20;
    private static final Pattern NEW_FILE = Pattern.compile("^\\+\\+\\+ b/([^\\t\\r\\n]+)", Pattern.MULTILINE);
    private static final Pattern OLD_FILE = Pattern.compile("^--- a/([^\\t\\r\\n]+)", Pattern.MULTILINE);

    Contribution contribution(Item item) {
        Fields fields = item.fields("title", "addresses", "patch", "environment", "expected", "idea");
        String title =
                fields.required("title", "say in one line what is changed").text();
        List<String> given = fields.given("patch", "environment");
        if (given.size() != 1) {
            throw fields.error(
                    "'" + title + "' changes " + (given.isEmpty() ? "nothing" : "code and environment at once"),
                    "give either a patch or an environment");
        }
        Change change = given.get(0).equals("patch")
                ? patch(fields.required("patch", ""))
                : settings(fields.required("environment", ""));
        return new Contribution(
                title,
                change,
                LeverReader.addresses(fields),
                fields.optional("expected")
                        .map(expected -> OptionalDouble.of(expected.fraction()))
                        .orElse(OptionalDouble.empty()),
                fields.optional("idea").map(Item::text));
    }

    private Change settings(Item item) {
        List<LeverSetting> settings = new ArrayList<>();
        item.entries().forEach((key, value) -> {
            String variable = LeverReader.variable(value, key);
            String from = environment.get(variable);
            if (from == null) {
                throw value.error(
                        "the present value of " + variable + " is not known",
                        "add " + variable + " to the job's 'environment'");
            }
            settings.add(new LeverSetting(variable, new LeverSetting.Environment(variable), from, value.textOrEmpty()));
        });
        if (settings.isEmpty()) {
            throw item.error("changes nothing", "name a variable and its new value");
        }
        return new ConfigChange(settings);
    }

    private Change patch(Item item) {
        Path file = Paths.file(item, base);
        if (!hasSource) {
            throw item.error("the job does not say what the patch applies to", "add 'source' with its repository");
        }
        String diff = text(item, file);
        List<String> paths = new ArrayList<>(found(NEW_FILE, diff));
        paths.addAll(found(OLD_FILE, diff));
        if (paths.isEmpty()) {
            throw item.error(
                    file + " names no file in a '+++ b/' line",
                    "give a unified diff of text files, as 'git diff --no-renames' writes it, with a/ and b/ before the paths");
        }
        return new PatchChange(diff, paths.stream().distinct().toList());
    }

    private static List<String> found(Pattern pattern, String diff) {
        Matcher matcher = pattern.matcher(diff);
        List<String> paths = new ArrayList<>();
        while (matcher.find()) {
            paths.add(matcher.group(1).strip());
        }
        return paths;
    }

    private static String text(Item item, Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw item.error(file + " is larger than " + MAX_BYTES + " bytes", "split the patch");
            }
            return PatchText.of(Files.readString(file));
        } catch (MalformedInputException e) {
            throw item.error(file + " is not UTF-8 text", "give a unified diff without binary parts");
        } catch (IOException e) {
            throw item.error(file + " cannot be read: " + e.getMessage(), "check its permissions");
        }
    }
}
