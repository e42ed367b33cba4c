package dev.amdahl.gpu.kernel;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Proposer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tunes the templates of a task: first each with its first guess, then the settings of the one that was fastest, then of the others. Each
 * setting is a candidate of its own; what wins is frozen, and judged by fresh pairs by the search that asked. Thread-safe.
 */
public final class ParametricProposer implements Proposer {
    private final List<KernelTemplate> templates;

    /** Of these templates. */
    public ParametricProposer(List<KernelTemplate> templates) {
        this.templates = List.copyOf(requireNonNull(templates));
    }

    @Override
    public List<Candidate> propose(List<Attempt> earlier) {
        Set<String> tried =
                earlier.stream().map(attempt -> attempt.candidate().id()).collect(Collectors.toSet());
        Optional<Attempt> fastest = earlier.stream()
                .filter(attempt -> attempt.finding().speedup().isPresent())
                .max(Comparator.comparingDouble(
                        attempt -> attempt.finding().speedup().orElseThrow().ratio()));
        String parent = fastest.map(attempt -> attempt.candidate().id()).orElse("");
        List<Candidate> left = new ArrayList<>();
        for (KernelTemplate template : templates) {
            candidates(template, parent).stream()
                    .limit(1)
                    .filter(candidate -> !tried.contains(candidate.id()))
                    .forEach(left::add);
        }
        if (!left.isEmpty()) {
            return left;
        }
        return templates.stream()
                .sorted(Comparator.comparing(template -> !parent.startsWith(template.name() + " ")))
                .flatMap(template -> candidates(template, parent).stream())
                .filter(candidate -> !tried.contains(candidate.id()))
                .limit(1)
                .toList();
    }

    private static List<Candidate> candidates(KernelTemplate template, String parent) {
        List<Candidate> candidates = new ArrayList<>();
        for (Map<String, Integer> setting : template.settings()) {
            candidates.add(
                    new Candidate(template.name() + " " + setting, parent, template.source(setting), template.idea()));
        }
        return candidates;
    }
}
