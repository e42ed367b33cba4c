package dev.amdahl.core.schedulers.kubernetes;

import java.util.Map;

/** The names under which the objects of a trial are known in the cluster; none tells which arm is which. */
final class Labels {
    static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    static final String MANAGER = "amdahl";
    static final String KEY = "amdahl.io/key";
    static final String FAMILY = "amdahl.io/family";
    /** On Jobs and records whose result lies here; polls leave them out. */
    static final String COLLECTED = "amdahl.io/collected";
    /** How a run was ended by this library: {@code cancelled} or {@code failed}. */
    static final String ENDED = "amdahl.io/ended";

    static final String REASON = "amdahl.io/reason";
    static final String DIGEST = "amdahl.io/request-digest";
    static final String JOB_UID = "amdahl.io/job-uid";
    static final String QUEUE = "kueue.x-k8s.io/queue-name";

    private static final String PREFIX = "amdahl-";
    private static final int MAX_LENGTH = 63;

    private Labels() {}

    /** Returns the name of a trial's objects. */
    static String name(String key) {
        return PREFIX + key;
    }

    static Map<String, String> of(String key, String family) {
        return Map.of(MANAGED_BY, MANAGER, KEY, key, FAMILY, value(family));
    }

    /** Any text as a label's value: at most 63 characters of a small alphabet, a letter or digit at each end. */
    static String value(String text) {
        String plain = text.replaceAll("[^A-Za-z0-9._-]+", "-").replaceFirst("^[._-]+", "");
        String cut = plain.length() > MAX_LENGTH ? plain.substring(0, MAX_LENGTH) : plain;
        String value = cut.replaceFirst("[._-]+$", "");
        return value.isEmpty() ? "unnamed" : value;
    }
}
