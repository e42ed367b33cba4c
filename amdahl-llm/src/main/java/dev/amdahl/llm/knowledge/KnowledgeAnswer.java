package dev.amdahl.llm.knowledge;

import java.util.List;

/**
 * What a folder says.
 *
 * @param lines best first
 * @param files notes in the folder
 * @param scanned those of them that were read; a topic map leaves out the others
 * @param left files that were left out, and why
 */
public record KnowledgeAnswer(List<KnowledgeLine> lines, int files, int scanned, List<String> left) {
    public KnowledgeAnswer {
        lines = List.copyOf(lines);
        left = List.copyOf(left);
    }
}
