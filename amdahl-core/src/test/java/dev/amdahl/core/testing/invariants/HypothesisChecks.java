package dev.amdahl.core.testing.invariants;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.testing.invariants.History.HypothesisStory;
import dev.amdahl.core.testing.invariants.History.RunStory;
import dev.amdahl.core.testing.invariants.History.Step;
import dev.amdahl.core.testing.invariants.Invariants.Findings;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** I2, I3, I4, I9, I17 and V6: changes, what became of them, and who said so. */
final class HypothesisChecks {
    private HypothesisChecks() {}

    static void check(Observed observed, History history, Findings findings) {
        identities(history, findings);
        for (RunStory run : history.runs.values()) {
            HypothesisStory tested = history.hypotheses.get(run.plan.hypothesis());
            findings.require(
                    tested == null || tested.isLiveAt(run.intended),
                    "I3",
                    run.plan.key(),
                    run.intended,
                    "was submitted for a hypothesis that had ended");
        }
        for (HypothesisStory story : history.hypotheses.values()) {
            afterTheEnd(story, findings);
            promotion(story, observed, findings);
            votes(story, findings);
            if (observed.isQuiescent) {
                HypothesisState state = story.state();
                findings.require(
                        !state.isInExperiment() && state != HypothesisState.SURVIVED,
                        "I4",
                        story.hypothesis.id(),
                        0,
                        "is left in " + state);
            }
        }
    }

    private static void identities(History history, Findings findings) {
        Map<String, List<HypothesisStory>> byFingerprint = new HashMap<>();
        Map<String, List<HypothesisStory>> byChange = new HashMap<>();
        for (HypothesisStory story : history.hypotheses.values()) {
            long proposed = story.steps.get(0).seq();
            String id = story.hypothesis.id();
            List<HypothesisStory> same = byFingerprint.computeIfAbsent(
                    story.hypothesis.fingerprint().hex(), fingerprint -> new ArrayList<>());
            findings.require(
                    same.stream().noneMatch(other -> other.isLiveAt(proposed)),
                    "I2",
                    id,
                    proposed,
                    "was proposed while the same change was live");
            List<HypothesisStory> alike =
                    byChange.computeIfAbsent(SameChange.of(story.hypothesis, story.epoch), change -> new ArrayList<>());
            alike.stream()
                    .filter(other -> isRefutedAt(other, proposed))
                    .findFirst()
                    .ifPresent(other -> findings.add(
                            "I3", id, proposed, "is the change that was refuted as " + other.hypothesis.id()));
            same.add(story);
            alike.add(story);
        }
    }

    private static boolean isRefutedAt(HypothesisStory story, long seq) {
        return story.steps.stream().anyMatch(step -> step.seq() < seq && step.state() == HypothesisState.REFUTED);
    }

    private static void afterTheEnd(HypothesisStory story, Findings findings) {
        Optional<Step> end = Optional.empty();
        for (Step step : story.steps) {
            if (end.isPresent() && !isAllowedAfter(end.get(), step)) {
                String invariant = step.entry() instanceof Entry.Decided ? "I4" : "I17";
                findings.add(
                        invariant,
                        story.hypothesis.id(),
                        step.seq(),
                        step.entry().getClass().getSimpleName() + " after it had ended as "
                                + end.get().state());
            }
            HypothesisState state = step.state();
            if (state != null && state.isTerminal()) {
                end = Optional.of(step);
            }
        }
    }

    /** What is promoted is watched and may decay; notes and costs change nothing. */
    private static boolean isAllowedAfter(Step end, Step later) {
        boolean changesNothing = later.state() == null
                && !(later.entry() instanceof Entry.Compared)
                && !(later.entry() instanceof Entry.Voted)
                && !(later.entry() instanceof Entry.Designed)
                && !(later.entry() instanceof Entry.SetOpened);
        return changesNothing || (end.state() == HypothesisState.PROMOTED && later.state() == HypothesisState.DECAYED);
    }

    private static void promotion(HypothesisStory story, Observed observed, Findings findings) {
        String id = story.hypothesis.id();
        Optional<Step> asked = Optional.empty();
        Optional<Review> answer = Optional.empty();
        boolean hasSurvived = false;
        for (Step step : story.steps) {
            hasSurvived |= step.state() == HypothesisState.SURVIVED;
            if (step.entry() instanceof Entry.ReviewAsked) {
                asked = Optional.of(step);
                answer = Optional.empty();
            } else if (step.entry() instanceof Entry.Answered answered) {
                answer = Optional.of(answered.review());
            } else if (step.state() == HypothesisState.PROMOTED) {
                findings.require(hasSurvived, "I9", id, step.seq(), "was promoted without having survived");
                String head = asked.map(question -> ((Entry.ReviewAsked) question.entry()).evidenceHead())
                        .orElse("");
                boolean isApproved = answer.filter(Review::isApproved)
                        .filter(review -> review.evidenceHead().equals(head))
                        .isPresent();
                findings.require(
                        isApproved, "I9", id, step.seq(), "was promoted without an approval of exactly its evidence");
                long from = asked.map(Step::seq).orElse(0L);
                findings.require(
                        isHeadBefore(observed, head, from), "I9", id, step.seq(), "its evidence is not in the ledger");
            }
        }
    }

    private static boolean isHeadBefore(Observed observed, String head, long asked) {
        return observed.events.stream()
                .limit(Math.max(0, asked - 1))
                .anyMatch(recorded -> recorded.event().hash().equals(head));
    }

    private static void votes(HypothesisStory story, Findings findings) {
        List<Vote> last = List.of();
        for (Step step : story.steps) {
            if (step.entry() instanceof Entry.Voted voted) {
                last = voted.votes();
                long voters = last.stream().map(Vote::refuter).distinct().count();
                findings.require(
                        voters == last.size(),
                        "V6",
                        story.hypothesis.id(),
                        step.seq(),
                        voters + " voters cast " + last.size() + " votes");
            } else if (step.state() == HypothesisState.SURVIVED) {
                findings.require(
                        History.carries(last),
                        "V6",
                        story.hypothesis.id(),
                        step.seq(),
                        "survived without a majority of its panel");
            }
        }
    }
}
