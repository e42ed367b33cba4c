package dev.amdahl.spi.experiment;

import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The packet that a person reviews before a promotion: claim, evidence, votes, change, money. May gain methods. */
public interface ReviewPacket {

    /** Returns the review's id: the hypothesis's. */
    default String id() {
        return hypothesis().id();
    }

    /** Returns the claim with its change. */
    Hypothesis hypothesis();

    /** Returns what was measured. */
    Comparison comparison();

    /** Returns every vote. */
    List<Vote> votes();

    /** Returns the change as it would be made: a unified diff, or one line for each setting. Untrusted text. */
    default String change() {
        Change change = hypothesis().change();
        return change instanceof PatchChange patch
                ? patch.diff()
                : ((ConfigChange) change)
                        .settings().stream()
                                .map(setting -> setting.lever() + ": " + setting.from() + " -> " + setting.to())
                                .collect(Collectors.joining("\n"));
    }

    /** Returns what it is worth; empty where the job does not say how often it runs, or nothing was timed. */
    default Optional<ExpectedSaving> saving() {
        return Optional.empty();
    }

    /** Returns what the reader must see in red, the gravest first: what no measurement can tell of this change. Untrusted text in parts. */
    List<String> warnings();

    /** Returns what the reader is told beside them: the same for every change of its kind of this job. */
    default List<String> notes() {
        return List.of();
    }

    /** Names of the checks of the panel, facts included, that had nothing to look at: what they look for may be there. */
    default List<String> notChecked() {
        return List.of();
    }

    /** Returns the ledger's head hash over exactly this evidence. */
    String evidenceHead();
}
