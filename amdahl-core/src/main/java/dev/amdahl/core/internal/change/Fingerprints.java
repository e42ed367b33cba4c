package dev.amdahl.core.internal.change;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.hash.Hashing;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * SHA-256 of canonical JSON: {"changes": sorted [{"from", "lever", "to"}] or sorted [{"blob", "path"}], "epoch":
 * {"accelerator_type", "code"}, "family", "metric"}, keys in this order. A lever goes by what it sets, not by its name, so that two
 * levers over one environment variable are one: {@code environment:NAME}, {@code argument:WORD}, {@code accelerators}, {@code power} or
 * {@code command}; of two settings of one thing the last counts, as it does when a job is started, and a setting to the present value is
 * none. A blob is the SHA-256 of a patched file after applying,
 * its white space normalised: line ends, tabs as four blanks, trailing blanks, runs of blanks inside a line, empty lines;
 * indentation stays, as it has a meaning in some languages. Titles and provenance are not in it.
 */
public final class Fingerprints {
    private static final Pattern INNER_RUN = Pattern.compile("(?<=\\S) {2,}");

    private Fingerprints() {}

    /**
     * Returns the identity of a change.
     *
     * @param metric name of the compared metric
     * @param after content of each patched file after applying, by path; a deleted file is absent; ignored for settings
     * @param acceleratorType and {@code codeEpoch}: the epoch
     */
    public static Fingerprint of(
            String family,
            String metric,
            Change change,
            Map<String, String> after,
            String acceleratorType,
            String codeEpoch) {
        return new Fingerprint(sha256(canonicalJson(family, metric, change, after, acceleratorType, codeEpoch)));
    }

    /** Returns the text that is hashed. */
    public static String canonicalJson(
            String family,
            String metric,
            Change change,
            Map<String, String> after,
            String acceleratorType,
            String codeEpoch) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.set("changes", changes(change, after));
        root.putObject("epoch").put("accelerator_type", acceleratorType).put("code", codeEpoch);
        root.put("family", family);
        root.put("metric", metric);
        return root.toString();
    }

    /** Returns the same change as versions identified it that went by the names of levers; what they recorded is found under it. */
    public static Fingerprint byLeverName(
            String family, String metric, ConfigChange change, String acceleratorType, String codeEpoch) {
        List<LeverSetting> named = change.settings().stream()
                .map(setting ->
                        new LeverSetting(setting.lever(), new LeverSetting.Undeclared(), setting.from(), setting.to()))
                .toList();
        return of(family, metric, new ConfigChange(named), Map.of(), acceleratorType, codeEpoch);
    }

    /** Returns what a setting sets: the lever's canonical name. Of what no lever of the job sets, the name it was given. */
    public static String canonicalLever(LeverSetting setting) {
        if (setting.target() instanceof LeverSetting.Environment target) {
            return "environment:" + target.variable();
        }
        if (setting.target() instanceof LeverSetting.Argument target) {
            return "argument:" + target.placeholder();
        }
        if (setting.target() instanceof LeverSetting.Flag flag) {
            return "flag:" + flag.word();
        }
        if (setting.target() instanceof LeverSetting.AcceleratorCount) {
            return "accelerators";
        }
        if (setting.target() instanceof LeverSetting.PowerCap) {
            return "power";
        }
        return setting.target() instanceof LeverSetting.ShellCommand ? "command" : setting.lever();
    }

    private static Collection<LeverSetting> canonical(ConfigChange change) {
        Map<String, LeverSetting> last = new TreeMap<>();
        change.settings().forEach(setting -> last.put(canonicalLever(setting), setting));
        Map<String, LeverSetting> moved = new TreeMap<>(last);
        moved.values().removeIf(setting -> setting.from().equals(setting.to()));
        return moved.isEmpty() ? last.values() : moved.values();
    }

    private static ArrayNode changes(Change change, Map<String, String> after) {
        ArrayNode changes = JsonNodeFactory.instance.arrayNode();
        if (change instanceof ConfigChange config) {
            canonical(config)
                    .forEach(setting -> changes.addObject()
                            .put("from", setting.from())
                            .put("lever", canonicalLever(setting))
                            .put("to", setting.to()));
        } else if (change instanceof PatchChange patch) {
            List<String> paths = patch.paths().stream().distinct().sorted().toList();
            for (String path : paths) {
                String content = after.get(path);
                changes.addObject()
                        .put("blob", content == null ? null : sha256(normalised(content)))
                        .put("path", path);
            }
        }
        return changes;
    }

    static String normalised(String content) {
        return content.lines()
                .map(line -> INNER_RUN
                        .matcher(line.replace("\t", "    ").stripTrailing())
                        .replaceAll(" "))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static String sha256(String text) {
        return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
    }
}
