package dev.amdahl.llm.knowledge;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** What people write about each class of loss. */
final class ClassWords {
    private static final Map<Bottleneck, List<String>> WORDS = read();

    private ClassWords() {}

    static List<String> of(Bottleneck bottleneck) {
        return WORDS.getOrDefault(bottleneck, List.of());
    }

    private static Map<Bottleneck, List<String>> read() {
        Properties properties = new Properties();
        try (InputStream in = ClassWords.class.getResourceAsStream("words.properties")) {
            if (in == null) {
                throw new IllegalStateException("words.properties is missing from the jar");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<Bottleneck, List<String>> words = new EnumMap<>(Bottleneck.class);
        for (Bottleneck bottleneck : Bottleneck.values()) {
            String list = properties.getProperty(bottleneck.name(), "");
            if (!list.isBlank()) {
                words.put(bottleneck, Arrays.asList(list.strip().split("\\s+")));
            }
        }
        return words;
    }
}
