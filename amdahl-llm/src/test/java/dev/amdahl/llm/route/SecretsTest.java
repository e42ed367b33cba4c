package dev.amdahl.llm.route;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.ledger.calls.ModelCalls;
import dev.amdahl.core.internal.testing.PlantedSecrets;
import dev.amdahl.core.internal.testing.PlantedSecrets.Planted;
import dev.amdahl.core.ledger.CallPolicy;
import dev.amdahl.core.ledger.EventLog;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.llm.LlmQuestion.Stakes;
import dev.amdahl.llm.Material;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import dev.amdahl.spi.llm.LlmUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets of jobs reach neither a model nor any byte beside the ledger, whatever a model repeats. */
final class SecretsTest {
    private static final int EACH = 200;
    private static final Map<String, Function<String, String>> SOURCES = new TreeMap<>(Map.of(
            "log of the job", text -> "12:00:01 worker 3: " + text + " (retrying)",
            "kernels of the trace", text -> "void at::native::elementwise<" + text + ">(int) 31.2 ms",
            "source at the hot lines", text -> "    connect(\"" + text + "\");  // called in the loop",
            "metrics", text -> "train/" + text + " 0.31",
            "ideas", text -> "Try the setting " + text + " of the other team."));

    @TempDir
    Path folder;

    private final long seed = Long.getLong("amdahl.seed", 20261122);
    private final PlantedSecrets planted = new PlantedSecrets(seed);
    private final List<String> received = new ArrayList<>();

    /** Says back whatever it is told. */
    private final LlmBackend parrot = new LlmBackend() {
        @Override
        public String name() {
            return "parrot";
        }

        @Override
        public LlmReply complete(LlmRequest request) {
            received.add(request.instructions() + request.material());
            return new LlmReply(request.material(), name(), new LlmUsage(1, 0, 1, 0));
        }
    };

    private String ask(Material material) {
        String url = folder.resolve("ledger").toString();
        Router router = new Router(RouterSettings.builder()
                .tier("only", RoutedModel.of(parrot, PriceList.FREE))
                .build());
        LlmQuestion question = new LlmQuestion(
                "advisor",
                "train",
                "Say what is slow.",
                material,
                Optional.empty(),
                Stakes.ORDINARY,
                1000,
                Duration.ofSeconds(10));
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("secrets", Duration.ofMinutes(1))) {
            return router.ask(question, new ModelCalls(lease, CallPolicy.DEFAULT, note -> {}))
                    .text();
        }
    }

    private static Material material(Map<String, List<String>> texts) {
        Material material = Material.empty();
        for (Map.Entry<String, List<String>> source : texts.entrySet()) {
            String text =
                    source.getValue().stream().map(SOURCES.get(source.getKey())).collect(Collectors.joining("\n"));
            material = material.with(source.getKey(), text, 1 << 20);
        }
        return material;
    }

    @Test
    void noneOfTwoHundredSecretsInEachSourceIsRecorded() throws IOException {
        Map<String, List<String>> texts = new TreeMap<>();
        List<String> pieces = new ArrayList<>();
        for (String source : SOURCES.keySet()) {
            List<Planted> secrets = planted.secrets(EACH);
            texts.put(source, secrets.stream().map(Planted::text).toList());
            secrets.forEach(secret -> pieces.addAll(secret.pieces()));
        }
        assertThat(pieces).hasSizeGreaterThanOrEqualTo(SOURCES.size() * EACH);
        String sent = material(texts).text();

        String reply = ask(material(texts));

        assertThat(received).hasSize(1);
        List<String> recorded = new ArrayList<>(List.of(reply, received.get(0), sent));
        long bytes = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                recorded.add(Files.readString(file, ISO_8859_1));
                bytes += Files.size(file);
            }
        }
        assertThat(LedgerReader.view(folder.resolve("ledger").toString()).calls())
                .hasSize(1);
        assertThat(EventLog.read(folder.resolve("ledger.events.jsonl")).stream()
                        .filter(event -> event.entry() instanceof Entry.EvidenceKept))
                .hasSize(2);
        List<String> leaked = pieces.stream()
                .filter(piece -> recorded.stream().anyMatch(text -> text.contains(piece)))
                .toList();
        System.out.printf(
                "secrets: %d of %d pieces leaked into %d bytes beside the ledger (seed %d)%n",
                leaked.size(), pieces.size(), bytes, seed);
        assertThat(leaked).as("seed %d", seed).isEmpty();
        assertThat(reply).contains("[redacted ");
    }

    @Test
    void whatOnlyLooksLikeASecretReachesTheModel() {
        Map<String, List<String>> texts = new TreeMap<>();
        SOURCES.keySet().forEach(source -> texts.put(source, planted.lookAlikes(EACH)));
        ask(material(texts));

        long shown = texts.values().stream().mapToLong(List::size).sum();
        List<String> lost = texts.values().stream()
                .flatMap(List::stream)
                .filter(text -> !received.get(0).contains(text))
                .toList();
        System.out.printf("secrets: %d of %d look-alikes redacted (seed %d)%n", lost.size(), shown, seed);
        assertThat(lost.size()).as("%s, seed %d", lost, seed).isLessThanOrEqualTo((int) (.02 * shown));
    }
}
