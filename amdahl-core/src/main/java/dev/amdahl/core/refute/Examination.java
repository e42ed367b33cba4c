package dev.amdahl.core.refute;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Finding.Outcome;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the checks found on some pairs.
 *
 * @param sample the pairs
 * @param findings in the order of the checks, by their names
 */
record Examination(Sample sample, List<Map.Entry<String, Finding>> findings) {
    private static final int MIN_PAIRS = 2;

    static Examination of(Sample sample, List<Check> checks) {
        List<Map.Entry<String, Finding>> findings = new ArrayList<>();
        if (sample.size() >= MIN_PAIRS) {
            checks.forEach(check -> findings.add(Map.entry(check.name(), check.attempt(sample))));
        }
        return new Examination(sample, List.copyOf(findings));
    }

    /** Returns the finding that decides: an objection, else a suspicion, else a gap; empty if none speaks against the claim. */
    Optional<Map.Entry<String, Finding>> objection() {
        return first(Outcome.FIRED).or(() -> first(Outcome.UNSETTLED)).or(() -> first(Outcome.MISSING));
    }

    private Optional<Map.Entry<String, Finding>> first(Outcome outcome) {
        return findings.stream()
                .filter(entry -> entry.getValue().outcome() == outcome)
                .findFirst();
    }

    boolean isFired() {
        return first(Outcome.FIRED).isPresent();
    }

    /** Returns whether there was anything to look at, and nothing speaks against the claim. */
    boolean isClear() {
        return !findings.isEmpty() && objection().isEmpty();
    }

    /** Names of the checks with that outcome. */
    List<String> names(Outcome outcome) {
        return findings.stream()
                .filter(entry -> entry.getValue().outcome() == outcome)
                .map(Map.Entry::getKey)
                .distinct()
                .collect(Collectors.toUnmodifiableList());
    }

    /** Returns the largest number of pairs that a finding asks for in the place of those that lack something. */
    int wanted() {
        return findings.stream()
                .mapToInt(entry -> entry.getValue().wanted())
                .max()
                .orElse(0);
    }

    Vote vote(String name) {
        Finding clear = Finding.clear();
        if (findings.isEmpty()) {
            return vote(name, Ballot.ABSTAINS, "fewer than " + MIN_PAIRS + " usable pairs", clear);
        }
        Optional<Map.Entry<String, Finding>> objection = objection();
        if (objection.isPresent()) {
            Finding found = objection.get().getValue();
            boolean isFired = found.isFired();
            String check =
                    found.outcome() == Outcome.MISSING ? "" : objection.get().getKey() + ": ";
            return vote(name, isFired ? Ballot.REFUTES : Ballot.ABSTAINS, check + found.reason(), found);
        }
        double change = HodgesLehmann.estimate(sample.effects());
        return vote(name, Ballot.UPHOLDS, said(names(Outcome.CLEAR).size()), Finding.clear(change, 0));
    }

    /** Returns what is said where so many checks looked, and none objects. */
    String said(int looked) {
        return String.format(
                Locale.ROOT,
                "%d checks looked at %d pairs, which say %+.1f %% (Hodges-Lehmann), and object to nothing",
                looked,
                sample.size(),
                100 * Math.expm1(HodgesLehmann.estimate(sample.effects())));
    }

    private Vote vote(String name, Ballot ballot, String reason, Finding finding) {
        return new Vote(
                name, ballot, false, reason, finding.number(), finding.threshold(), names(Outcome.NOT_APPLICABLE));
    }
}
