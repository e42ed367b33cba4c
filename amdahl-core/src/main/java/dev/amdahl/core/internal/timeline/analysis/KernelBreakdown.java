package dev.amdahl.core.internal.timeline.analysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Device work by type, by family and by name.
 *
 * @param types what ran, alone and together, the longest first: the parts add up to the busy time of the devices
 * @param families kernels by what they compute, the longest first
 * @param top work by name, the longest total first
 */
public record KernelBreakdown(
        @JsonProperty("types") List<Part> types,
        @JsonProperty("families") List<Family> families,
        @JsonProperty("top") List<Kernel> top) {
    public KernelBreakdown {
        types = List.copyOf(types);
        families = List.copyOf(families);
        top = List.copyOf(top);
    }

    /**
     * Time in which exactly these types ran, summed over devices.
     *
     * @param type one of computation, communication and memory, or several joined by {@code +}
     * @param share of the busy time
     */
    public record Part(
            @JsonProperty("type") String type,
            @JsonProperty("ns") long nanos,
            @JsonProperty("share") double share) {}

    /**
     * One family of kernels.
     *
     * @param nanos union over the streams of each device, summed over devices
     * @param share of the busy time; families that ran at once both count
     */
    public record Family(
            @JsonProperty("family") KernelFamily family,
            @JsonProperty("count") long count,
            @JsonProperty("ns") long nanos,
            @JsonProperty("share") double share) {}

    /**
     * Device work of one name.
     *
     * @param name untrusted text
     * @param family by its name alone
     */
    public record Kernel(
            @JsonProperty("name") String name,
            @JsonProperty("activity") Activity activity,
            @JsonProperty("family") KernelFamily family,
            @JsonProperty("duration") Distribution duration) {}

    /** @param top how many names to keep */
    static KernelBreakdown of(Timeline timeline, Launches launches, List<DeviceWork> devices, int top) {
        KernelNames names = new KernelNames(timeline, launches);
        long busy = 0;
        for (DeviceWork device : devices) {
            busy = Distribution.plus(busy, device.busy().length());
        }
        return new KernelBreakdown(types(devices, busy), families(timeline, names, busy), top(timeline, names, top));
    }

    private static List<Part> types(List<DeviceWork> devices, long busy) {
        long[] exact = new long[8];
        for (DeviceWork device : devices) {
            Spans[] own = {device.compute(), device.communication(), device.copy()};
            for (int set = 1; set < 8; set++) {
                exact[set] = Distribution.plus(exact[set], exactly(own, set).length());
            }
        }
        String[] words = {"computation", "communication", "memory"};
        List<Part> parts = new ArrayList<>();
        for (int set = 1; set < 8; set++) {
            List<String> name = new ArrayList<>();
            for (int i = 0; i < words.length; i++) {
                if ((set >> i & 1) == 1) {
                    name.add(words[i]);
                }
            }
            if (exact[set] > 0) {
                parts.add(new Part(String.join("+", name), exact[set], (double) exact[set] / busy));
            }
        }
        parts.sort(Comparator.comparingLong(Part::nanos).reversed());
        return parts;
    }

    /** Returns where exactly the spans whose bit is set run. */
    private static Spans exactly(Spans[] own, int set) {
        Spans spans = own[Integer.numberOfTrailingZeros(set)];
        for (int i = 0; i < own.length; i++) {
            spans = (set >> i & 1) == 1 ? spans.and(own[i]) : spans.minus(own[i]);
        }
        return spans;
    }

    private static List<Family> families(Timeline timeline, KernelNames names, long busy) {
        FamilyTimes times = FamilyTimes.of(timeline, names, Long.MIN_VALUE, Long.MAX_VALUE);
        List<Family> families = new ArrayList<>();
        for (KernelFamily family : KernelFamily.values()) {
            if (times.count(family) > 0) {
                double share = busy == 0 ? 0 : (double) times.nanos(family) / busy;
                families.add(new Family(family, times.count(family), times.nanos(family), share));
            }
        }
        families.sort(Comparator.comparingLong(Family::nanos).reversed());
        return families;
    }

    private static List<Kernel> top(Timeline timeline, KernelNames names, int top) {
        Map<String, Integer> numbers = new HashMap<>();
        List<Activity> activities = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        int[] counts = new int[16];
        List<Lane> lanes = timeline.lanes().stream()
                .filter(lane -> lane.side() == Activity.Side.DEVICE)
                .toList();
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                Integer number = numbers.get(lane.label(i));
                if (number == null) {
                    number = labels.size();
                    numbers.put(lane.label(i), number);
                    labels.add(lane.label(i));
                    activities.add(lane.activity(i));
                    counts = number < counts.length ? counts : Arrays.copyOf(counts, 2 * number);
                }
                counts[number]++;
            }
        }
        int[] ends = new int[labels.size()];
        int all = 0;
        for (int number = 0; number < ends.length; number++) {
            ends[number] = all;
            all += counts[number];
        }
        long[] durations = new long[all];
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                Integer number = numbers.get(lane.label(i));
                if (number != null) {
                    durations[ends[number]++] = lane.end(i) - lane.start(i);
                }
            }
        }
        List<Kernel> kernels = new ArrayList<>();
        for (int number = 0; number < ends.length; number++) {
            Activity activity = activities.get(number);
            kernels.add(new Kernel(
                    labels.get(number),
                    activity,
                    names.byName(activity, labels.get(number)),
                    Distribution.ofSome(durations, ends[number] - counts[number], ends[number])));
        }
        kernels.sort(
                Comparator.comparingLong((Kernel kernel) -> kernel.duration().totalNanos())
                        .reversed()
                        .thenComparing(Kernel::name));
        return kernels.size() <= top ? kernels : kernels.subList(0, top);
    }
}
