package dev.amdahl.llm.knowledge;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Which notes are about which class: lines such as {@code - INPUT_STARVATION: input/*.md, loaders.md}. A class without a line may be in
 * any note. Immutable.
 */
final class TopicMap {
    private static final Pattern LINE = Pattern.compile("^[-*\\s]*([A-Z_]+)\\s*:\\s*(\\S.*)$");

    private final Map<Bottleneck, List<PathMatcher>> notes;

    private TopicMap(Map<Bottleneck, List<PathMatcher>> notes) {
        this.notes = notes;
    }

    static TopicMap of(String text) {
        Map<Bottleneck, List<PathMatcher>> notes = new EnumMap<>(Bottleneck.class);
        text.lines().map(LINE::matcher).filter(Matcher::matches).forEach(line -> {
            for (Bottleneck topic : Bottleneck.values()) {
                if (topic.name().equals(line.group(1))) {
                    notes.computeIfAbsent(topic, ignored -> new ArrayList<>()).addAll(globs(line.group(2)));
                }
            }
        });
        return new TopicMap(notes);
    }

    /** Returns a glob that is none matches nothing. */
    private static List<PathMatcher> globs(String list) {
        List<PathMatcher> globs = new ArrayList<>();
        for (String glob : list.split(",", -1)) {
            try {
                globs.add(FileSystems.getDefault().getPathMatcher("glob:" + glob.strip()));
            } catch (PatternSyntaxException noGlob) {
                globs.add(path -> false);
            }
        }
        return globs;
    }

    boolean isAbout(String name, Set<Bottleneck> topics) {
        return topics.isEmpty()
                || topics.stream()
                        .anyMatch(topic -> !notes.containsKey(topic)
                                || notes.get(topic).stream().anyMatch(glob -> glob.matches(Path.of(name))));
    }
}
