package dev.amdahl.core.refute;

import dev.amdahl.spi.experiment.Trial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Which trial belongs to which fold: drawn from the seed, balanced over order and host.
 *
 * @param byKey fold by key of the trial
 */
record Folds(Map<String, Integer> byKey) {

    static Folds of(List<Trial> trials, int folds, long seed) {
        Map<String, List<Trial>> strata = new TreeMap<>();
        for (Trial trial : trials) {
            strata.computeIfAbsent(trial.order() + "/" + trial.host(), name -> new ArrayList<>())
                    .add(trial);
        }
        Map<String, Integer> byKey = new HashMap<>();
        SplittableRandom random = new SplittableRandom(seed);
        int next = random.nextInt(folds);
        for (List<Trial> stratum : strata.values()) {
            shuffle(stratum, random);
            for (Trial trial : stratum) {
                byKey.put(trial.key(), next);
                next = (next + 1) % folds;
            }
        }
        return new Folds(byKey);
    }

    private static void shuffle(List<Trial> trials, SplittableRandom random) {
        for (int i = trials.size() - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            trials.set(i, trials.set(j, trials.get(i)));
        }
    }

    boolean holds(int fold, Trial trial) {
        return byKey.getOrDefault(trial.key(), -1) == fold;
    }
}
