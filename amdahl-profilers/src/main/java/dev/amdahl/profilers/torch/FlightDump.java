package dev.amdahl.profilers.torch;

import static dev.amdahl.profilers.torch.MemorySnapshot.list;
import static dev.amdahl.profilers.torch.MemorySnapshot.map;
import static dev.amdahl.profilers.torch.MemorySnapshot.whole;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.profilers.internal.Unreadable;
import dev.amdahl.profilers.internal.kineto.lane.MemoryBudget;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one rank recorded, as a pickle of plain data or as JSON. The file does not say its rank: that is the number at the end of its name.
 *
 * @param rank -1 where the name has none
 * @param members ranks of each group, where told
 * @param entries in the order in which they were recorded
 */
record FlightDump(int rank, Map<String, TreeSet<Integer>> members, List<Entry> entries) {
    private static final String REMEDY =
            "write it with TORCH_FR_BUFFER_SIZE and its dump on a timeout, or _dump_fr_trace()";
    private static final Pattern RANK = Pattern.compile("(\\d{1,7})(\\.json|\\.pkl|\\.pickle)?$");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,7}");
    private static final long MAX_JSON = 64L << 20;
    private static final int MAX_TEXT = 200;
    private static final int MAX_SHOWN = 8;
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(64).build())
                    .build())
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .build();

    /**
     * A collective, or a message between two ranks.
     *
     * @param sequence its number in its group
     * @param what its name, sizes and types
     * @param same what ranks that take part in it have in common
     * @param place {@code train.py:12 step}, empty where no stack was recorded
     */
    record Entry(
            String group, long sequence, boolean isMessage, String what, String same, boolean isEnded, String place) {}

    static FlightDump read(Artifact artifact, ProfileLimits limits) {
        Map<?, ?> top = map(isPickle(artifact.path()) ? PlainPickle.read(artifact, limits) : json(artifact, limits));
        if (!(top.get("entries") instanceof List<?> rows)) {
            throw new InvalidInputException(artifact.path().toString(), "has no entries of a flight recorder", REMEDY);
        }
        Map<String, TreeSet<Integer>> members = new HashMap<>();
        map(top.get("pg_config")).forEach((id, config) -> {
            TreeSet<Integer> ranks = ranks(map(config).get("ranks"));
            if (!ranks.isEmpty()) {
                members.put(text(id), ranks);
            }
        });
        List<Entry> entries = new ArrayList<>();
        TreeSet<String> groups = new TreeSet<>();
        for (Object row : rows) {
            Map<?, ?> entry = map(row);
            List<?> process = list(entry.get("process_group"));
            String id = process.isEmpty() ? "" : text(process.get(0));
            String name = process.size() < 2 ? id : text(process.get(1));
            String group = name.isEmpty() || name.equals("undefined") ? "group " + id : name;
            groups.add(group);
            if (members.containsKey(id)) {
                members.putIfAbsent(group, members.get(id));
            }
            entries.add(entry(entry, group));
        }
        if (groups.size() == 1 && members.size() == 1) {
            members.put(groups.first(), members.values().iterator().next());
        }
        Matcher rank = RANK.matcher(String.valueOf(artifact.path().getFileName()));
        return new FlightDump(rank.find() ? Integer.parseInt(rank.group(1)) : -1, members, List.copyOf(entries));
    }

    private static Entry entry(Map<?, ?> entry, String group) {
        boolean isMessage = Boolean.TRUE.equals(entry.get("is_p2p"));
        String name = text(entry.get("profiling_name"));
        String shapes = (text(entry.get("input_sizes")) + " " + text(entry.get("input_dtypes"))).strip();
        String what = shapes.equals("[] []") ? name : name + " " + shapes;
        boolean isUneven = name.contains("gather") || name.contains("scatter") || name.contains("all_to_all");
        return new Entry(
                group,
                whole(entry, isMessage ? "p2p_seq_id" : "collective_seq_id"),
                isMessage,
                what,
                isUneven ? name : what,
                Boolean.TRUE.equals(entry.get("retired")) || "completed".equals(entry.get("state")),
                place(list(entry.get("frames"))));
    }

    /** The innermost frame that is not PyTorch's own. */
    private static String place(List<?> frames) {
        for (Object row : frames) {
            Map<?, ?> frame = map(row);
            String path = text(frame.get("filename"));
            if (path.endsWith(".py") && !path.contains("/torch/")) {
                return path.substring(path.lastIndexOf('/') + 1) + ":" + Math.max(0, whole(frame, "line")) + " "
                        + text(frame.get("name"));
            }
        }
        return "";
    }

    private static TreeSet<Integer> ranks(@Nullable Object value) {
        TreeSet<Integer> ranks = new TreeSet<>();
        if (value instanceof String text) {
            Matcher number = NUMBER.matcher(text);
            while (number.find()) {
                ranks.add(Integer.parseInt(number.group()));
            }
        }
        return ranks;
    }

    /** Returns at most 200 characters; lists may be endless, and are gone into two deep. */
    private static String text(@Nullable Object value) {
        String text = shown(value, 0);
        return text.substring(0, Math.min(MAX_TEXT, text.length())).replaceAll("\\p{Cntrl}", "\uFFFD");
    }

    private static String shown(@Nullable Object value, int depth) {
        if (value instanceof List<?> list) {
            return depth > 1
                    ? "…"
                    : list.stream()
                            .limit(MAX_SHOWN)
                            .map(one -> shown(one, depth + 1))
                            .collect(Collectors.joining(", ", "[", list.size() > MAX_SHOWN ? ", …]" : "]"));
        }
        return value == null || value instanceof Map ? "" : String.valueOf(value);
    }

    private static boolean isPickle(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() == 0x80;
        } catch (IOException e) {
            return false;
        }
    }

    private static Map<?, ?> json(Artifact artifact, ProfileLimits limits) {
        String file = artifact.path().toString();
        long most = Math.min(MAX_JSON, limits.maxBytes());
        try {
            long size = Files.size(artifact.path());
            if (size > most) {
                throw new InvalidInputException(file, "has " + size + " bytes, more than " + most, REMEDY);
            }
            new MemoryBudget(file).take(10 * size);
            return JSON.readValue(Files.readAllBytes(artifact.path()), Map.class);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(file, "is not JSON: " + e.getOriginalMessage(), REMEDY, e);
        } catch (IOException e) {
            throw Unreadable.file(artifact.path(), e, REMEDY);
        }
    }
}
