package dev.amdahl.core.internal.ledger.review;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.hash.Hashing;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.ExpectedSaving;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.ReviewPacket;
import dev.amdahl.spi.experiment.Vote;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folder {@code NAME.reviews}: one file per answer, {@code keys/} for public keys, {@code waiting/} for what is asked. Thread-safe. */
public final class ReviewFiles {
    private static final Logger LOG = LoggerFactory.getLogger(ReviewFiles.class);
    /** More than anybody spends on one answer: sixty days. */
    public static final double MAX_MINUTES = 60 * 24 * 60;

    private static final long MAX_BYTES = 1 << 16;
    /** A patch is told with it. */
    private static final long MAX_PACKET_BYTES = 8 << 20;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Path folder;

    /** Returns the reviews in that folder, which need not exist yet. */
    public ReviewFiles(Path folder) {
        this.folder = folder;
    }

    /** Leaves an answer; the next cycle finds it. */
    public Path write(ReviewAnswer answer) {
        Review review = answer.review();
        ObjectNode json = JSON.createObjectNode()
                .put("id", review.id())
                .put("decision", ReviewAnswer.decision(review))
                .put("by", review.by())
                .put("reason", review.reason())
                .put("at", review.at().toString())
                .put("evidence_head", review.evidenceHead());
        review.minutes().ifPresent(minutes -> json.put("minutes", minutes));
        review.audit().ifPresent(audit -> json.put("audit", audit));
        answer.signature().ifPresent(signature -> json.put("signature", signature));
        byte[] content = json.toPrettyString().getBytes(UTF_8);
        String name = Hashing.sha256().hashBytes(content).toString().substring(0, 20);
        return write(folder.resolve(name + ".json"), content);
    }

    /** Offers a public key, for a cycle to admit. */
    public Path offer(ReviewKeys keys) {
        return write(
                folder.resolve("keys").resolve(requireName(keys.by()) + ".pub"),
                (keys.publicKey() + "\n").getBytes(US_ASCII));
    }

    /** Returns the keys that were offered, by name. */
    public Map<String, String> offeredKeys() {
        Map<String, String> keys = new TreeMap<>();
        for (Path file : files(folder.resolve("keys"), "*.pub")) {
            String name = String.valueOf(file.getFileName());
            content(file).ifPresent(text -> keys.put(name.substring(0, name.length() - 4), text.strip()));
        }
        return keys;
    }

    /** Returns whether an answer is signed with the key that is admitted for its name or, where none is, with the one that is offered. */
    public boolean isSigned(ReviewAnswer answer, LedgerView view) {
        String name = answer.review().by();
        String admitted = view.reviewerKeys().get(name);
        return answer.isSignedWith(admitted == null ? offeredKeys().getOrDefault(name, "") : admitted);
    }

    /** Returns all well-formed answers, oldest first by their own time; a file that is none is logged and left out. */
    public List<ReviewAnswer> answers() {
        List<ReviewAnswer> answers = new ArrayList<>();
        for (Path file : files(folder, "*.json")) {
            content(file)
                    .flatMap(ReviewFiles::parse)
                    .ifPresentOrElse(answers::add, () -> LOG.warn("{}: is not an answer, left out", file));
        }
        answers.sort(
                Comparator.comparing((ReviewAnswer answer) -> answer.review().at()));
        return answers;
    }

    /** Returns the newest answer to that review. */
    public Optional<ReviewAnswer> newest(String id) {
        return Optional.ofNullable(newest().get(id));
    }

    /** Returns the newest answer to each review. */
    public Map<String, ReviewAnswer> newest() {
        return answers().stream()
                .collect(toMap(answer -> answer.review().id(), answer -> answer, (earlier, later) -> later));
    }

    void ask(ReviewPacket packet) {
        ObjectNode json = JSON.createObjectNode()
                .put("id", packet.id())
                .put("family", packet.hypothesis().family())
                .put("title", packet.hypothesis().title())
                .put("change", packet.change())
                .put("evidence_head", packet.evidenceHead());
        json.set("comparison", comparison(packet.comparison()));
        ArrayNode votes = json.putArray("votes");
        for (Vote vote : packet.votes()) {
            votes.addObject()
                    .put("refuter", vote.refuter())
                    .put("ballot", vote.ballot().name())
                    .put("reason", vote.reason());
        }
        packet.saving()
                .ifPresent(saving -> json.putObject("saving")
                        .put("accelerator_hours_per_week", saving.acceleratorHoursPerWeek())
                        .put("at_least_hours_per_week", saving.atLeastHoursPerWeek())
                        .put("money_per_week", saving.moneyPerWeek())
                        .put("currency", saving.currency()));
        packet.warnings().forEach(json.putArray("warnings")::add);
        packet.notes().forEach(json.putArray("notes")::add);
        packet.notChecked().forEach(json.putArray("not_checked")::add);
        write(asked(packet.id()), json.toPrettyString().getBytes(UTF_8));
    }

    /** Returns what the loop said that a win is worth when it last asked; empty where it did not know. Untrusted text. */
    public Optional<ExpectedSaving> saving(String id) {
        return packet(id).flatMap(AskedPacket::saving);
    }

    private Path asked(String id) {
        String name = Hashing.sha256().hashString(id, UTF_8).toString().substring(0, 20);
        return folder.resolve("waiting").resolve(name + ".json");
    }

    /** Returns what the loop told beside the ledger when it last asked about that; empty where it told nothing that can be read. */
    public Optional<AskedPacket> packet(String id) {
        Path file = asked(id);
        try {
            Optional<String> text = Files.isRegularFile(file) ? content(file, MAX_PACKET_BYTES) : Optional.empty();
            return text.isEmpty() ? Optional.empty() : Optional.of(AskedPacket.of(JSON.readTree(text.get())));
        } catch (JsonProcessingException e) {
            LOG.warn("{}: is not a question, left out", file);
            return Optional.empty();
        }
    }

    private static ObjectNode comparison(Comparison comparison) {
        ObjectNode json = JSON.createObjectNode()
                .put("pairs", comparison.pairs())
                .put("evidence", comparison.evidence())
                .put("reason", comparison.reason());
        comparison.ratio().ifPresent(ratio -> json.put("ratio", ratio));
        comparison.lower().ifPresent(lower -> json.put("lower", lower));
        comparison.upper().ifPresent(upper -> json.put("upper", upper));
        return json;
    }

    static String requireName(String by) {
        if (!by.matches("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")) {
            throw new InvalidInputException(
                    "reviewer '" + by + "'", "is not a name", "use up to 64 letters, digits, '.', '_', '@' and '-'");
        }
        return by;
    }

    static LedgerUnusableException unusable(Path file, IOException e) {
        return new LedgerUnusableException(file, e);
    }

    private static Optional<ReviewAnswer> parse(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            boolean isWhole = List.of("id", "decision", "by", "reason", "at", "evidence_head").stream()
                    .allMatch(key -> json.path(key).isTextual());
            String decision = json.path("decision").asText();
            boolean isDecision = decision.equals("approve") || decision.equals("decline");
            JsonNode minutes = json.path("minutes");
            boolean isTimed = minutes.isNumber() && minutes.asDouble() >= 0 && minutes.asDouble() <= MAX_MINUTES;
            JsonNode audit = json.path("audit");
            if (!isWhole
                    || !isDecision
                    || !(audit.isMissingNode() || audit.isTextual())
                    || !(minutes.isMissingNode() || isTimed)
                    || json.path("by").asText().isBlank()) {
                return Optional.empty();
            }
            Review review = new Review(
                    json.path("id").asText(),
                    decision.equals("approve"),
                    json.path("by").asText(),
                    json.path("reason").asText(),
                    Instant.parse(json.path("at").asText()),
                    json.path("evidence_head").asText(),
                    isTimed ? OptionalDouble.of(minutes.asDouble()) : OptionalDouble.empty(),
                    Optional.of(audit).filter(JsonNode::isTextual).map(JsonNode::asText));
            return Optional.of(new ReviewAnswer(
                    review,
                    Optional.of(json.path("signature"))
                            .filter(JsonNode::isTextual)
                            .map(JsonNode::asText)));
        } catch (JsonProcessingException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> content(Path file) {
        return content(file, MAX_BYTES);
    }

    private static Optional<String> content(Path file, long mostBytes) {
        try {
            return Files.size(file) <= mostBytes
                    ? Optional.of(new String(Files.readAllBytes(file), UTF_8))
                    : Optional.empty();
        } catch (IOException e) {
            LOG.warn("{}: cannot be read: {}", file, e.toString());
            return Optional.empty();
        }
    }

    static List<Path> files(Path folder, String glob) {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, glob)) {
                found.forEach(file -> {
                    if (Files.isRegularFile(file)
                            && !String.valueOf(file.getFileName()).startsWith(".")) {
                        files.add(file);
                    }
                });
            } catch (IOException e) {
                throw unusable(folder, e);
            }
        }
        files.sort(Comparator.naturalOrder());
        return files;
    }

    private static Path write(Path file, byte[] content) {
        try {
            AtomicFiles.write(file, content);
            return file;
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }
}
