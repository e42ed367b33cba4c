package dev.amdahl.core.schedulers.kubernetes;

import java.util.List;
import java.util.regex.Pattern;

/** The recurring workload that a generated name stands for: the name without what a controller or a script appends to each run. */
final class FamilyName {
    /** Tried in turn until none fits: times of CronJobs and scripts, UUIDs, hashes, the five letters of generated names, counters. */
    private static final List<Pattern> SUFFIXES = List.of(
            Pattern.compile("[-_.][0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"),
            Pattern.compile("[-_.]\\d{4}-?\\d{2}-?\\d{2}([-_.t]?\\d{2}[-_.]?\\d{2}([-_.]?\\d{2})?z?)?$"),
            Pattern.compile("[-_.]\\d{8,14}$"),
            Pattern.compile("[-_.](?=[0-9a-f]*\\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}$"),
            Pattern.compile("-(?=[bcdfghjklmnpqrstvwxz2456789]*\\d)[bcdfghjklmnpqrstvwxz2456789]{5}$"),
            Pattern.compile("-(?:worker|master|launcher|head|ps|chief)-?\\d*$"),
            Pattern.compile("[-_.]\\d{1,4}$"));

    private FamilyName() {}

    /** Never empty unless the name is. */
    static String of(String name) {
        String family = name;
        for (Pattern suffix : SUFFIXES) {
            String shorter = suffix.matcher(family).replaceFirst("");
            family = shorter.isEmpty() ? family : shorter;
        }
        return family;
    }
}
