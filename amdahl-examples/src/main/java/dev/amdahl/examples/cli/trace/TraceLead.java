package dev.amdahl.examples.cli.trace;

import dev.amdahl.core.internal.copilot.Copilot;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The first sentences about a profiler's file: where its time went, or else what the file can tell. */
final class TraceLead {
    /** What these tell is whole without a timeline. */
    private static final Set<String> OF_THEIR_OWN = Set.of("torch-memory", "ncu", "proton");

    private static final double LARGE = .05;

    private TraceLead() {}

    /** Returns the sentences about a file; where no class of its time is known, those about its code and counters. */
    static List<String> of(Profile profile, Optional<Diagnosis> diagnosis, List<String> findings) {
        return diagnosis
                .filter(TraceLead::isKnown)
                .map(found -> Copilot.firstLook(found, findings))
                .orElseGet(() -> withoutTimeline(profile, diagnosis));
    }

    private static boolean isKnown(Diagnosis diagnosis) {
        return diagnosis.accounts().stream()
                .filter(account -> account.acceleratorSeconds() > 0)
                .map(Account::bottleneck)
                .anyMatch(each -> each.kind() != Bottleneck.Kind.UNKNOWN);
    }

    private static List<String> withoutTimeline(Profile profile, Optional<Diagnosis> diagnosis) {
        List<String> sentences = new ArrayList<>();
        Map<String, Double> counters = profile.counters();
        Optional.ofNullable(counters.get("device_busy_fraction"))
                .ifPresent(busy -> sentences.add("The devices were busy " + Words.percent(busy) + " of the time."));
        profile.hotFrames().stream().findFirst().ifPresent(frame -> sentences.add(hottest(frame, counters)));
        Optional.ofNullable(counters.get("gc_pause_frac"))
                .filter(share -> share >= LARGE)
                .ifPresent(share -> sentences.add(
                        "Garbage collection paused the program for " + Words.percent(share) + " of the time."));
        if (OF_THEIR_OWN.contains(profile.profiler())) {
            return sentences;
        }
        if (diagnosis.isPresent() || !counters.isEmpty() || !sentences.isEmpty()) {
            sentences.add(
                    "The file does not show what the accelerators did. With a trace of the same run it tells more:"
                            + " amdahl trace TRACE FILE --one-run");
        }
        return sentences;
    }

    private static String hottest(HotFrame frame, Map<String, Double> counters) {
        return (counters.containsKey("off_cpu_seconds") ? "Threads waited longest in " : "Most time is in ")
                + KernelLabel.place(frame.frame())
                + Words.number(": %.4g s.", frame.seconds());
    }
}
