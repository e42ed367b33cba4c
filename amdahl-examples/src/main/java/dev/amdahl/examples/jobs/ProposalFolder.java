package dev.amdahl.examples.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Changes that were offered from outside, one file each, beside the ledger: written as a person would write them under
 * {@code hypotheses} in the jobs file, and read by the loop. Immutable; safe for several processes.
 */
public final class ProposalFolder {
    private static final String FILE = ".json";
    private static final int MAX = 200;
    /** What stands below {@code hypothesis} where a key is named. */
    private static final Pattern KEY = Pattern.compile(": hypothesis\\.(?!patch$)(.+)$");

    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, SerializationFeature.INDENT_OUTPUT);

    private final Path folder;

    private ProposalFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * What was entered.
     *
     * @param id the same for the same change of the same job
     * @param isNew whether it was not there before
     */
    public record Entered(String id, boolean isNew) {}

    /**
     * One that was read.
     *
     * @param source who offered it, and under what name
     * @param family the job
     * @param contribution the change
     */
    public record Offered(String source, String family, Contribution contribution) {}

    /**
     * Returns the folder beside a ledger.
     *
     * @throws InvalidInputException if the ledger has no files that anything could lie beside
     */
    public static ProposalFolder of(LedgerLocation ledger) {
        Path base = ledger.base()
                .orElseThrow(() -> new InvalidInputException(
                        "ledger '" + ledger.name() + "'", "has no files beside it", "use one in a file"));
        return new ProposalFolder(base.resolveSibling(base.getFileName() + ".proposals"));
    }

    /** Returns that folder, which need not be there. */
    public static ProposalFolder in(Path folder) {
        return new ProposalFolder(folder);
    }

    /** Writes one of an assistant, as {@link #enter(Path, String, Map, String, String)} does. */
    public Entered enter(Path jobs, String family, Map<String, Object> hypothesis, String diff) {
        return enter(jobs, family, hypothesis, diff, "");
    }

    /**
     * Writes one, if it fits the job: the same checks as for the jobs file, and within the levers and files that the job opens.
     *
     * @param hypothesis the keys of the jobs file but {@code patch}
     * @param diff a unified diff; empty text for none
     * @param source who offers it, and under what name; empty text for an assistant
     * @throws InvalidInputException if it does not, or there are {@value #MAX} already
     */
    public Entered enter(Path jobs, String family, Map<String, Object> hypothesis, String diff, String source) {
        JobSpec job = job(JobsFile.read(jobs).jobs(), family);
        Map<String, Object> document = new TreeMap<>(Map.of("family", family));
        String id = digest(family, hypothesis, diff);
        Map<String, Object> written = new TreeMap<>(hypothesis);
        Path file = folder.resolve(id + FILE);
        Path patch = folder.resolve(id + ".patch");
        Path draft = folder.resolve("." + id + ".draft");
        try {
            Files.createDirectories(folder);
            boolean isNew = !Files.exists(file);
            requireRoom(isNew);
            if (!diff.isEmpty()) {
                AtomicFiles.write(patch, diff.getBytes(StandardCharsets.UTF_8));
                written.put("patch", id + ".patch");
            }
            document.put("hypothesis", written);
            if (!source.isEmpty()) {
                document.put("source", source);
            }
            Files.writeString(draft, JSON.writeValueAsString(document));
            try {
                contribution(draft, job);
                if (isNew) {
                    AtomicFiles.publish(draft, file);
                }
            } catch (InvalidInputException refused) {
                if (isNew) {
                    Files.deleteIfExists(patch);
                }
                throw new InvalidInputException("propose", problem(refused, patch), refused.remedy(), refused);
            } finally {
                Files.deleteIfExists(draft);
            }
            return new Entered(id, isNew);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without the names of files that the proposer does not know, and where in them. */
    private static String problem(InvalidInputException refused, Path patch) {
        Matcher key = KEY.matcher(refused.place());
        return (key.find() ? key.group(1) + ": " : "") + refused.problem().replace(patch.toString(), "the patch");
    }

    private void requireRoom(boolean isNew) throws IOException {
        if (!isNew) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            if (files.filter(file -> file.toString().endsWith(FILE)).count() >= MAX) {
                throw new InvalidInputException(
                        "propose", MAX + " proposals are there already", "let a person remove what is decided");
            }
        }
    }

    private static JobSpec job(List<JobSpec> jobs, String family) {
        return jobs.stream()
                .filter(job -> job.family().equals(family))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "propose.family",
                        "no such job",
                        Nearest.remedy(
                                family, jobs.stream().map(JobSpec::family).toList())));
    }

    /** Returns those for a job, by id; {@code unreadable} hears of files that are none. */
    public List<Offered> of(JobSpec job, Consumer<InvalidInputException> unreadable) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(FILE)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Offered> offered = new ArrayList<>();
        for (Path file : files) {
            try {
                if (family(file).equals(job.family())) {
                    offered.add(read(file, job));
                }
            } catch (InvalidInputException e) {
                unreadable.accept(e);
            }
        }
        return List.copyOf(offered);
    }

    private static String family(Path file) {
        return document(file).required("family", "name the job").text();
    }

    private static Fields document(Path file) {
        return YamlDocument.read(file).fields("family", "hypothesis", "source");
    }

    private Offered read(Path file, JobSpec job) {
        String name = String.valueOf(file.getFileName());
        String source = document(file)
                .optional("source")
                .map(Item::text)
                .orElseGet(() -> "mcp:" + name.substring(0, name.length() - FILE.length()));
        return new Offered(source, job.family(), contribution(file, job));
    }

    private Contribution contribution(Path file, JobSpec job) {
        Item item = document(file).required("hypothesis", "say what is changed");
        return DeclaredChange.of(
                job,
                item,
                new ContributionReader(folder, job.environment(), job.source().isPresent()).contribution(item));
    }

    private static String digest(String family, Map<String, Object> hypothesis, String diff) {
        Map<String, Object> change = new TreeMap<>(hypothesis);
        change.remove("title");
        change.remove("expected");
        try {
            byte[] text =
                    (family + "\n" + JSON.writeValueAsString(change) + "\n" + diff).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text))
                    .substring(0, 16);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException("propose", "is not JSON", "give plain values", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
