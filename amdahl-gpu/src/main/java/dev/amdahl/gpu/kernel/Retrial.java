package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.kernel.device.KernelFailure;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Speedup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * A gain that is hard to believe goes to refuters: each has a process and inputs of its own, and most of them must find it again. A wrong
 * result that one of them sees is a fact, which no vote outweighs.
 */
final class Retrial {
    private static final int REFUTERS = 5;
    private static final int MAJORITY = 3;

    private Retrial() {}

    /** The candidate from its first line to its last. */
    interface Look {
        Finding anew() throws CandidateRejectedException, KernelFailure;
    }

    /**
     * @param claimed what the first look measured
     * @return the claim with the votes
     * @throws CandidateRejectedException if most refute it, or one sees a wrong result
     */
    static Finding of(Finding claimed, Look look) throws CandidateRejectedException, KernelFailure {
        Speedup gain = claimed.speedup().orElseThrow();
        List<Vote> votes = new ArrayList<>();
        for (int i = 1; i <= REFUTERS; i++) {
            votes.add(vote("refuter " + i, gain, look.anew().speedup().orElseThrow()));
        }
        long upheld =
                votes.stream().filter(vote -> vote.ballot() == Ballot.UPHOLDS).count();
        String said = upheld + " of " + REFUTERS + " refuters find the gain again: "
                + votes.stream().map(Vote::reason).collect(Collectors.joining(", "));
        if (upheld < MAJORITY) {
            throw CandidateRejectedException.hack(
                    Hack.IMPLAUSIBLE,
                    String.format(
                            Locale.ROOT, "%.1f times as fast as the baseline at first, but %s", gain.ratio(), said));
        }
        return Finding.measured(claimed.stage(), gain, claimed.feedback() + "; " + said);
    }

    private static Vote vote(String refuter, Speedup claimed, Speedup again) {
        boolean isFound = again.lower() > 1 && again.upper() >= claimed.lower();
        return new Vote(
                refuter,
                isFound ? Ballot.UPHOLDS : Ballot.REFUTES,
                false,
                String.format(Locale.ROOT, "%.2f times (%.2f to %.2f)", again.ratio(), again.lower(), again.upper()),
                OptionalDouble.of(again.upper()),
                OptionalDouble.of(claimed.lower()),
                List.of());
    }
}
