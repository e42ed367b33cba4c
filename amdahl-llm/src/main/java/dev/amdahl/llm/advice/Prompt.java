package dev.amdahl.llm.advice;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.io.Resources;
import dev.amdahl.llm.Material;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.SourceWindow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A briefing in words, within a bound: the same briefing and bound always give the same bytes.
 *
 * @param instructions the library's own text
 * @param material what was recorded, each part behind its fence
 */
record Prompt(String instructions, Material material) {
    private static final String INSTRUCTIONS = read("instructions.txt");
    private static final int FENCE = 80;

    static Prompt of(Briefing briefing, Choices choices, AdvisorSettings settings) {
        return of(briefing, choices, List.of(), settings);
    }

    /** Returns the same question again, with files that were asked for. */
    static Prompt of(Briefing briefing, Choices choices, List<SourceWindow> asked, AdvisorSettings settings) {
        String instructions = INSTRUCTIONS
                .replace("{most}", Integer.toString(settings.mostProposals()))
                .replace("{files}", Integer.toString(AnswerReader.MAX_FILES));
        return of(instructions, choices.schema(), new Sections(briefing, choices).all(asked), settings);
    }

    /** Returns the parts of a question that the schema bounds, all within the settings. */
    static Prompt of(String instructions, String schema, List<Section> sections, AdvisorSettings settings) {
        int left = room(instructions, schema, settings);
        Material material = material(sections, left);
        int excess = bytes(material.text()) - left;
        if (excess > 0) {
            material = material(sections, left - excess);
        }
        return new Prompt(instructions, material);
    }

    /** Returns what is left for material, in bytes. */
    static int room(String instructions, String schema, AdvisorSettings settings) {
        return settings.mostPromptBytes() - bytes(instructions) - bytes(schema);
    }

    /** Returns each part gets its share, and what those before it left. */
    private static Material material(List<Section> sections, int bytes) {
        int free = Math.max(0, bytes);
        int carried = 0;
        Material material = Material.empty();
        for (Section section : sections) {
            int room = (int) (section.share() * free) + carried - FENCE - bytes(section.title());
            String text = section.within(room);
            carried = Math.max(0, room - bytes(text));
            if (!text.isEmpty()) {
                material = material.with(section.title(), text, Integer.MAX_VALUE);
            }
        }
        return material;
    }

    private static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }

    /** Returns the library's own text of that name. */
    static String read(String name) {
        try {
            return Resources.toString(Resources.getResource(Prompt.class, name), UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
