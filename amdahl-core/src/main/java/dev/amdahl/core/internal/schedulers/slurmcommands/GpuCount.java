package dev.amdahl.core.internal.schedulers.slurmcommands;

import dev.amdahl.spi.job.Accelerators;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads GPUs out of Slurm's words for trackable resources. */
final class GpuCount {
    static final String ANY_TYPE = "unknown";

    /** {@code gres/gpu=4}, {@code gres/gpu:h200=4}, {@code gres:gpu:h200:4}, {@code gres:gpu}. */
    private static final Pattern TRES =
            Pattern.compile("gres[:/]gpu(?::([A-Za-z][^:=,(]*))?(?:[:=](\\d{1,6}))?(?=$|,|\\()");
    /** {@code gpu:h200:2(IDX:0-1)}, one for each node. */
    private static final Pattern DETAIL = Pattern.compile("gpu(?::([A-Za-z][^:=,(]*))?:(\\d{1,6})\\(.*");

    private GpuCount() {}

    /** Of an allocation or a request for a whole job; a type that stands beside the sum names it. */
    static Optional<Accelerators> ofTres(String text, int times) {
        Map<String, Integer> counts = new HashMap<>();
        Matcher gpu = TRES.matcher(text);
        while (gpu.find()) {
            String type = gpu.group(1) == null ? ANY_TYPE : gpu.group(1);
            counts.merge(type, gpu.group(2) == null ? 1 : Integer.parseInt(gpu.group(2)), Integer::sum);
        }
        return sum(counts, times);
    }

    /** Of what each node of a running job gave to it. */
    static Optional<Accelerators> ofDetails(Collection<String> details) {
        Map<String, Integer> counts = new HashMap<>();
        for (String detail : details) {
            Matcher gpu = DETAIL.matcher(detail);
            if (gpu.matches()) {
                counts.merge(
                        gpu.group(1) == null ? ANY_TYPE : gpu.group(1), Integer.parseInt(gpu.group(2)), Integer::sum);
            }
        }
        return sum(counts, 1);
    }

    private static Optional<Accelerators> sum(Map<String, Integer> counts, int times) {
        int untyped = counts.getOrDefault(ANY_TYPE, 0);
        counts.remove(ANY_TYPE);
        long typed = counts.values().stream().mapToLong(Integer::longValue).sum();
        long all = Math.max(untyped, typed) * Math.max(1, times);
        if (all < 1 || all > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        String type = counts.size() == 1 ? counts.keySet().iterator().next() : counts.isEmpty() ? ANY_TYPE : "mixed";
        return Optional.of(new Accelerators(type.toLowerCase(Locale.ROOT), (int) all));
    }
}
