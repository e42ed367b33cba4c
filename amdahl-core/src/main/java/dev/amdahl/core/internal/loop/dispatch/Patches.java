package dev.amdahl.core.internal.loop.dispatch;

import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The patches among some changes, stacked in order into one. */
public record Patches(Optional<PatchChange> stacked) {

    private record Request(SourceTree source, Optional<PatchChange> patch, boolean isVouchedFor)
            implements BuildRequest {}

    /** Returns whether a person offered the change, or the rules made it of what people declared; a model's patch nobody answers for. */
    public static boolean isVouchedFor(Hypothesis hypothesis) {
        return !(hypothesis.change() instanceof PatchChange)
                || switch (hypothesis.provenance().origin()) {
                    case MODEL, DREAM -> false;
                    case RULE, IDEA, HUMAN, PLANTED -> true;
                };
    }

    static Patches of(List<Change> changes) {
        List<PatchChange> patches = changes.stream()
                .filter(PatchChange.class::isInstance)
                .map(PatchChange.class::cast)
                .toList();
        if (patches.size() <= 1) {
            return new Patches(patches.stream().findFirst());
        }
        String diff = patches.stream().map(PatchChange::diff).collect(Collectors.joining("\n"));
        List<String> paths = patches.stream()
                .flatMap(patch -> patch.paths().stream())
                .distinct()
                .toList();
        return new Patches(Optional.of(new PatchChange(diff, paths)));
    }

    boolean isEmpty() {
        return stacked.isEmpty();
    }

    BuildRequest request(SourceTree source, boolean isVouchedFor) {
        return new Request(source, stacked, isVouchedFor);
    }
}
