package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the accelerators ran and where the host was, by name, over the evidence runs of one job. Where several profilers saw a run, the one
 * that saw most counts. Not thread-safe.
 */
final class HotNames {
    private static final int MAX = 6;
    private static final double MIN_SHARE = .01;
    private static final int MAX_LENGTH = 120;

    private final Tally work = new Tally();
    private final Tally frames = new Tally();
    private int runs;

    /** Adds one run. */
    void add(List<Profile> profiles) {
        Map<String, Tally> workSeen = new HashMap<>();
        Map<String, Tally> framesSeen = new HashMap<>();
        for (Profile profile : profiles) {
            Tally ofWork = workSeen.computeIfAbsent(profile.profiler(), any -> new Tally());
            profile.timeline().ifPresent(timeline -> addWork(timeline, ofWork));
            Tally ofFrames = framesSeen.computeIfAbsent(profile.profiler(), any -> new Tally());
            for (HotFrame frame : profile.hotFrames()) {
                ofFrames.add(frame.frame(), frame.seconds());
            }
        }
        work.addLargest(workSeen);
        frames.addLargest(framesSeen);
        runs++;
    }

    private static void addWork(Timeline timeline, Tally tally) {
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.DEVICE) {
                lane(lane, tally);
            }
        }
    }

    /** Labels of a lane are shared, so that its few names are told apart by identity, and each is looked up by its text once. */
    private static void lane(Lane lane, Tally tally) {
        IdentityHashMap<String, double[]> byLabel = new IdentityHashMap<>();
        for (int i = 0; i < lane.size(); i++) {
            double[] sums = byLabel.computeIfAbsent(lane.label(i), any -> new double[2]);
            sums[0] += (lane.end(i) - lane.start(i)) / 1e9;
            sums[1]++;
        }
        byLabel.forEach((name, sums) -> tally.add(name, sums[0], sums[1]));
    }

    /** Returns the longest first, work of accelerators before frames; names are untrusted, without secrets, cut and printable. */
    List<String> sentences() {
        return Stream.concat(
                        sentences(work, "%.1f %% of the accelerators' work, %.3g s in %.0f calls a run: %s"),
                        sentences(frames, "%.1f %% of the host's seen time, %.3g s a run: %4$s"))
                .toList();
    }

    private Stream<String> sentences(Tally tally, String words) {
        return tally.largest()
                .map(entry -> String.format(
                        Locale.ROOT,
                        words,
                        100 * entry.getValue()[0] / tally.seconds,
                        entry.getValue()[0] / runs,
                        entry.getValue()[1] / runs,
                        printable(entry.getKey())));
    }

    private static String printable(String name) {
        String clean = Redaction.ofName(name)
                .replaceAll("[\\p{Cntrl}\\p{Cf}\\s]+", " ")
                .strip();
        return clean.length() <= MAX_LENGTH ? clean : clean.substring(0, MAX_LENGTH) + "...";
    }

    /** Seconds and calls by name. Not thread-safe. */
    private static final class Tally {
        private final Map<String, double[]> byName = new HashMap<>();
        private double seconds;

        void add(String name, double more) {
            add(name, more, 1);
        }

        private void add(String name, double more, double calls) {
            double[] sums = byName.computeIfAbsent(name, any -> new double[2]);
            sums[0] += more;
            sums[1] += calls;
            seconds += more;
        }

        /** The one with the most seconds; of equals, the first by name. */
        void addLargest(Map<String, Tally> seen) {
            seen.entrySet().stream()
                    .max(Map.Entry.<String, Tally>comparingByValue(Comparator.comparingDouble(tally -> tally.seconds))
                            .thenComparing(
                                    Map.Entry.<String, Tally>comparingByKey().reversed()))
                    .ifPresent(most -> most.getValue().byName.forEach((name, sums) -> add(name, sums[0], sums[1])));
        }

        Stream<Map.Entry<String, double[]>> largest() {
            return byName.entrySet().stream()
                    .filter(entry -> entry.getValue()[0] >= MIN_SHARE * seconds && entry.getValue()[0] > 0)
                    .filter(entry -> !entry.getKey().isBlank())
                    .sorted(Comparator.comparingDouble((Map.Entry<String, double[]> entry) -> entry.getValue()[0])
                            .reversed()
                            .thenComparing(Map.Entry::getKey))
                    .limit(MAX);
        }
    }
}
