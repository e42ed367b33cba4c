package dev.amdahl.profilers.torch;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.profilers.torch.FlightDump.Entry;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the ranks of a job did last, as PyTorch's flight recorder kept it, and where they came apart. A rank keeps so many of its last
 * collectives; those of one number in one group belong together. Texts are untrusted.
 *
 * @param ranks the last of each rank and group
 * @param collectives of each group the first that did not end, and the first in which ranks differ
 */
public record FlightRecords(
        @JsonProperty("ranks") List<Last> ranks,
        @JsonProperty("collectives") List<Apart> collectives) {
    private static final int PREFIX = 4096;
    private static final Pattern BEGIN = Pattern.compile("^(\\x80|\\s*\\{)");
    private static final Pattern OWN = Pattern.compile("pg_config|collective_seq_id|comm_lib_version");

    /**
     * The last that a rank recorded of a group.
     *
     * @param operation its name, sizes and types, as {@code nccl:all_reduce [[1024]] [Float]}
     * @param ended whether the recorder let it go, which an error does too
     * @param place {@code train.py:12 step}, empty where no stack was recorded
     */
    public record Last(
            @JsonProperty("rank") int rank,
            @JsonProperty("group") String group,
            @JsonProperty("sequence") long sequence,
            @JsonProperty("operation") String operation,
            @JsonProperty("ended") boolean ended,
            @JsonProperty("place") String place) {}

    /**
     * A collective that did not end, or in which ranks differ.
     *
     * @param parts what was called, and by which ranks
     * @param missing ranks that did not come to it
     * @param unknown ranks of the group without a file
     */
    public record Apart(
            @JsonProperty("group") String group,
            @JsonProperty("sequence") long sequence,
            @JsonProperty("parts") List<Part> parts,
            @JsonProperty("missing") List<Integer> missing,
            @JsonProperty("unknown") List<Integer> unknown) {
        /** Whether ranks called different things. */
        public boolean differs() {
            return parts.size() > 1;
        }
    }

    /** What some ranks called. */
    public record Part(
            @JsonProperty("operation") String operation,
            @JsonProperty("ranks") List<Integer> ranks,
            @JsonProperty("ended") boolean ended,
            @JsonProperty("place") String place) {}

    /** Returns whether a file looks like a dump of one rank. */
    public static boolean isDump(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            String prefix = new String(in.readNBytes(PREFIX), StandardCharsets.ISO_8859_1);
            return BEGIN.matcher(prefix).find() && OWN.matcher(prefix).find();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Reads the files of one job, one of each rank; nothing of them is executed.
     *
     * @throws InvalidInputException for anything but such a file
     */
    public static FlightRecords read(List<Artifact> artifacts, ProfileLimits limits) {
        Map<Integer, FlightDump> dumps = new TreeMap<>();
        for (Artifact artifact : artifacts) {
            FlightDump dump = FlightDump.read(artifact, limits);
            int rank = dump.rank();
            while (rank < 0 || dumps.containsKey(rank)) {
                rank++;
            }
            dumps.put(rank, dump);
        }
        TreeSet<String> groups = new TreeSet<>();
        List<Last> ranks = new ArrayList<>();
        dumps.forEach((rank, dump) -> {
            Map<String, Entry> last = new LinkedHashMap<>();
            dump.entries().forEach(entry -> last.put(entry.group(), entry));
            last.forEach((group, entry) -> {
                groups.add(group);
                ranks.add(new Last(rank, group, entry.sequence(), entry.what(), entry.isEnded(), entry.place()));
            });
        });
        List<Apart> apart = new ArrayList<>();
        groups.forEach(group -> apart.addAll(apart(group, dumps)));
        return new FlightRecords(List.copyOf(ranks), List.copyOf(apart));
    }

    private static List<Apart> apart(String group, Map<Integer, FlightDump> dumps) {
        TreeMap<Long, TreeMap<Integer, Entry>> bySequence = new TreeMap<>();
        Map<Integer, Long> last = new TreeMap<>();
        TreeSet<Integer> members = new TreeSet<>();
        dumps.forEach((rank, dump) -> {
            members.addAll(dump.members().getOrDefault(group, new TreeSet<>()));
            for (Entry entry : dump.entries()) {
                if (entry.group().equals(group) && !entry.isMessage()) {
                    bySequence
                            .computeIfAbsent(entry.sequence(), any -> new TreeMap<>())
                            .put(rank, entry);
                    last.merge(rank, entry.sequence(), Math::max);
                    members.add(rank);
                }
            }
        });
        List<Integer> unknown =
                members.stream().filter(rank -> !dumps.containsKey(rank)).toList();
        List<Apart> found = new ArrayList<>();
        boolean isStuck = false;
        boolean isDifferent = false;
        for (Map.Entry<Long, TreeMap<Integer, Entry>> one : bySequence.entrySet()) {
            List<Part> parts = parts(one.getValue());
            boolean waits = !isStuck && parts.stream().anyMatch(part -> !part.ended());
            boolean differs = !isDifferent && parts.size() > 1;
            if (waits || differs) {
                long sequence = one.getKey();
                List<Integer> missing = members.stream()
                        .filter(dumps::containsKey)
                        .filter(rank -> last.getOrDefault(rank, -1L) < sequence)
                        .toList();
                found.add(new Apart(group, sequence, parts, missing, unknown));
            }
            isStuck |= waits;
            isDifferent |= differs;
        }
        return found;
    }

    private static List<Part> parts(Map<Integer, Entry> entries) {
        Map<String, List<Integer>> ranks = new LinkedHashMap<>();
        entries.forEach((rank, entry) ->
                ranks.computeIfAbsent(entry.same(), any -> new ArrayList<>()).add(rank));
        List<Part> parts = new ArrayList<>();
        for (List<Integer> same : ranks.values()) {
            Entry first = entries.get(same.get(0));
            if (first != null) {
                boolean ended = same.stream().map(entries::get).allMatch(entry -> entry != null && entry.isEnded());
                parts.add(new Part(first.what(), List.copyOf(same), ended, first.place()));
            }
        }
        return parts;
    }

    /** Returns what is wrong, a sentence for each place; one that all is well where it is. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (Apart one : collectives) {
            String calls = one.parts().stream()
                    .map(part -> ranks(part.ranks()) + " in " + part.operation()
                            + (part.place().isEmpty() ? "" : " at " + part.place()))
                    .collect(Collectors.joining(", "));
            sentences.add("Collective " + one.sequence() + " of " + one.group()
                    + (one.differs() ? " is not the same for all: " : " did not end: ") + calls + missing(one) + ".");
        }
        if (sentences.isEmpty()) {
            sentences.add("All recorded collectives ended, and ranks called the same.");
        }
        return sentences;
    }

    private String missing(Apart one) {
        StringBuilder text = new StringBuilder();
        for (int rank : one.missing()) {
            String before = ranks.stream()
                    .filter(last -> last.rank() == rank && last.group().equals(one.group()))
                    .map(last -> ", and was last in " + last.operation() + (last.ended() ? ", which ended" : "")
                            + (last.place().isEmpty() ? "" : ", at " + last.place()))
                    .findFirst()
                    .orElse("");
            text.append("; rank ").append(rank).append(" did not come").append(before);
        }
        if (!one.unknown().isEmpty()) {
            text.append("; no file of ").append(ranks(one.unknown()));
        }
        return text.toString();
    }

    private static String ranks(List<Integer> ranks) {
        String shown = ranks.stream().limit(8).map(String::valueOf).collect(Collectors.joining(", "));
        return (ranks.size() == 1 ? "rank " : "ranks ")
                + shown
                + (ranks.size() > 8 ? ", … (" + ranks.size() + ")" : "");
    }
}
