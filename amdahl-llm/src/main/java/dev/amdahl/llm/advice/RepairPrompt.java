package dev.amdahl.llm.advice;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceWindow;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The question for a patch that builds. */
final class RepairPrompt {
    private static final String INSTRUCTIONS = Prompt.read("repair.txt");
    private static final double PATCH_SHARE = .45;
    private static final int SPARE = 256;
    private static final double LOG_SHARE = .25;

    private RepairPrompt() {}

    /** Empty for a patch that cannot be shown whole: nobody repairs what he sees a part of. */
    static Optional<Prompt> of(
            Briefing briefing, Hypothesis claim, PatchChange failed, String buildLog, AdvisorSettings settings) {
        int room = Prompt.room(INSTRUCTIONS, RepairReader.SCHEMA, settings);
        if (bytes(failed.diff()) > PATCH_SHARE * room - SPARE) {
            return Optional.empty();
        }
        List<SourceWindow> touched =
                failed.paths().stream().flatMap(path -> shown(briefing, path)).toList();
        List<Section> sections = List.of(
                new Section("what the patch is for", .05, purpose(claim)),
                new Section("the patch", PATCH_SHARE, failed.diff().lines().toList()),
                new Section("why it was not built", LOG_SHARE, end(buildLog, LOG_SHARE * room - SPARE)),
                new Section("source that it touches", .25, Sections.source(touched)));
        return Optional.of(Prompt.of(INSTRUCTIONS, RepairReader.SCHEMA, sections, settings));
    }

    private static Stream<SourceWindow> shown(Briefing briefing, String path) {
        List<SourceWindow> windows = briefing.source().stream()
                .filter(window -> window.file().equals(path))
                .toList();
        return windows.isEmpty() ? briefing.source(path).stream() : windows.stream();
    }

    private static List<String> purpose(Hypothesis claim) {
        return List.of("job: " + claim.family(), "against: " + claim.bottleneck(), "title: " + claim.title());
    }

    /** Returns the last lines that have room, at least one. */
    private static List<String> end(String log, double bytes) {
        List<String> lines = log.lines().toList();
        int first = lines.size();
        int used = 0;
        while (first > 0 && used + bytes(lines.get(first - 1)) < bytes) {
            first--;
            used += bytes(lines.get(first)) + 1;
        }
        return lines.subList(Math.max(0, Math.min(first, lines.size() - 1)), lines.size());
    }

    private static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }
}
