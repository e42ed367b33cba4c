package dev.amdahl.llm.advice;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/**
 * One part of a prompt.
 *
 * @param title the library's own words for what it is
 * @param share of the room for all parts, 0 to 1
 * @param lines untrusted, the most important first
 */
record Section(String title, double share, List<String> lines) {
    private static final int MAX_LINE = 320;
    private static final int REST_BYTES = 32;

    Section {
        lines = lines.stream().map(Section::printable).toList();
    }

    /** As many whole lines as have room, and how many have none. */
    String within(int bytes) {
        StringBuilder text = new StringBuilder();
        int used = 0;
        for (int i = 0; i < lines.size(); i++) {
            int size = lines.get(i).getBytes(UTF_8).length + 1;
            boolean isLast = i == lines.size() - 1;
            if (used + size > bytes - (isLast ? 0 : REST_BYTES)) {
                return bytes < REST_BYTES
                        ? ""
                        : text.append(String.format("(%d more left out)", lines.size() - i))
                                .toString();
            }
            text.append(lines.get(i)).append('\n');
            used += size;
        }
        return text.toString().stripTrailing();
    }

    /** On one line of bounded length, without characters that do not show; tabs stay, as a patch must repeat them. */
    private static String printable(String line) {
        String clean = line.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Co}\\p{Cs}\u2028\u2029&&[^\t]]", " ");
        return clean.length() <= MAX_LINE ? clean : clean.substring(0, MAX_LINE) + "...";
    }
}
