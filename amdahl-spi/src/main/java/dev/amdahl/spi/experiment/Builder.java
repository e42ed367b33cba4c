package dev.amdahl.spi.experiment;

import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.hypothesis.Workbench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds variants. Implementations are thread-safe. */
public interface Builder {

    /**
     * Builds in a fresh tree, or gives the tree that an earlier call built from the same request. Blocks.
     *
     * @throws BuildFailedException if the patch is refused, does not apply, or the build command fails
     */
    BuiltVariant build(BuildRequest request);

    /**
     * Returns the content of each file that a patch touches, after applying it, by path; a deleted file is absent. Builds nothing.
     *
     * @throws BuildFailedException if the patch is refused or does not apply
     */
    Map<String, String> contentAfter(SourceTree source, PatchChange patch);

    /**
     * Returns a patch of one source as it is on another: itself where it applies there, or merged with what is different there; empty where neither
     * goes without a conflict, where it touches what may not be touched there, and where it changes nothing. Builds nothing.
     */
    default Optional<PatchChange> rebased(SourceTree from, PatchChange patch, SourceTree onto) {
        try {
            contentAfter(onto, patch);
            return Optional.of(patch);
        } catch (BuildFailedException conflict) {
            return Optional.empty();
        }
    }

    /**
     * Returns how an arm runs that works in the tree built from a variant's request, or in the tree that it is compared with: the same for
     * both.
     *
     * @param built the variant's tree
     * @throws BuildFailedException if nobody answers for the variant and it cannot be kept from doing harm
     */
    default ArmRequest confined(ArmRequest arm, BuildRequest variant, Path built) {
        if (variant.isVouchedFor()) {
            return arm;
        }
        throw new BuildFailedException("nobody answers for the patch, and this builder has no sandbox to run it in");
    }

    /**
     * Returns why nothing can be built or run here as a request asks, whatever its patch; it waits until there is no such reason. Empty if it can be
     * tried.
     */
    default Optional<String> obstacle(BuildRequest request) {
        return Optional.empty();
    }

    /**
     * Returns how a job's own command runs that compares two files that trials wrote: where it reads these and can do no harm, as a changed program
     * may have written into them what a reader takes for code.
     *
     * @param command gets the two as its last words
     * @param limit when it is stopped, with exit code 124
     * @throws UnavailableException if there is no such place
     */
    default List<String> comparing(List<String> command, Path first, Path second, Duration limit) {
        throw new UnavailableException(
                "a sandbox for comparing commands", "is not part of this builder", "use the builder 'git'", null);
    }

    /**
     * Returns a fresh work tree of a job's source, which the caller closes; empty where the job has none that a patch may touch, or this builder has
     * no such place. Blocks.
     *
     * @throws UnavailableException if there is no sandbox to build and to run in
     */
    default Optional<Workbench> workbench(JobSpec job) {
        return Optional.empty();
    }

    /** Returns the command with the two files as its last words. */
    static List<String> plainly(List<String> command, Path first, Path second) {
        List<String> whole = new ArrayList<>(command);
        whole.add(first.toString());
        whole.add(second.toString());
        return List.copyOf(whole);
    }
}
