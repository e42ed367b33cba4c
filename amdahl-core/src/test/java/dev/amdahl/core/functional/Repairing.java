package dev.amdahl.core.functional;

import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.Rationale;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Offers a patch, and up to so many repairs of it, each of which says what it was shown. */
final class Repairing implements Advisor {
    final List<String> shown = new ArrayList<>();

    static Proposal patch(int turn) {
        return new Proposal(
                "patch " + turn,
                List.of(Bottleneck.INPUT_STARVATION),
                new PatchChange("--- a/x.c\n+++ b/x.c\n" + turn, List.of("x.c")),
                OptionalDouble.of(.3),
                new Provenance(Provenance.Origin.MODEL, "scripted"),
                turn == 0
                        ? Optional.of(new Rationale("fewer passes", "none may be left", List.of()))
                        : Optional.empty());
    }

    @Override
    public List<Proposal> propose(Briefing briefing) {
        return List.of(patch(0));
    }

    @Override
    public Optional<Proposal> repair(Briefing briefing, PatchChange failed, String buildLog) {
        shown.add(buildLog);
        return Optional.of(patch(shown.size()));
    }
}
