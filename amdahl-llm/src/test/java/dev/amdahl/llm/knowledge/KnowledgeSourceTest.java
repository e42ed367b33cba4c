package dev.amdahl.llm.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.IdeaSourceContract;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnowledgeSourceTest extends IdeaSourceContract {
    private static final Set<Bottleneck> INPUT = Set.of(Bottleneck.INPUT_STARVATION);
    private static final JobSpec JOB = JobSpec.builder("train", List.of("train"))
            .levers(List.of(new Lever(
                    "workers",
                    new LeverSetting.Environment("NUM_WORKERS"),
                    "0",
                    List.of("4", "8"),
                    List.of(Bottleneck.HOST_SERIAL),
                    Optional.empty())))
            .build();

    @TempDir
    Path folder;

    private record Query(JobSpec job, Set<Bottleneck> bottlenecks, Map<String, Double> metrics) implements IdeaQuery {}

    @BeforeEach
    void write() throws IOException {
        note("input/loaders.md", """
                # Input pipelines

                Some words of introduction that say nothing.
                - Let the dataloader prefetch, and read its shards in order.
                - Set NUM_WORKERS=8 where the loader starves.

                ## Decode workers
                1. Decode images on the device.
                """);
        note("network/nccl.md", "# Communication\nOverlap the allreduce of gradient buckets with the backward pass.\n");
        note("misc.md", "The dataloader is what loads data, to prefetch is to read ahead.\n");
    }

    private void note(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Override
    protected IdeaSource source() {
        return new KnowledgeSource(new KnowledgeFolder(folder));
    }

    private KnowledgeAnswer lines(Set<Bottleneck> classes) {
        return new KnowledgeSource(new KnowledgeFolder(folder)).lines(new Query(JOB, classes, Map.of()));
    }

    @Test
    void aQuestionIsAnsweredByLinesWithTheirPlaces() {
        List<Idea> ideas = source().search(new Query(JOB, INPUT, Map.of()));

        assertThat(ideas)
                .extracting(Idea::id)
                .containsExactly(
                        "knowledge:input/loaders.md:4",
                        "knowledge:input/loaders.md:5",
                        "knowledge:misc.md:1",
                        "knowledge:input/loaders.md:8");
        assertThat(ideas.get(0).summary())
                .isEqualTo("input/loaders.md:4: Let the dataloader prefetch, and read its shards in order.");
        assertThat(ideas).allSatisfy(idea -> {
            assertThat(idea.provenance().origin()).isEqualTo(Provenance.Origin.DREAM);
            assertThat(idea.provenance().isExperimental()).isTrue();
        });
        assertThat(source().search(new Query(JOB, INPUT, Map.of()))).isEqualTo(ideas);
    }

    @Test
    void aLineThatNamesALeverAndOneOfItsDeclaredValuesIsAChange() throws IOException {
        note("values.md", """
                Try NUM_WORKERS=16 for a loader that starves, never declared.
                A loader with workers: 80 reads more.
                """);
        List<Idea> ideas = source().search(new Query(JOB, INPUT, Map.of()));

        assertThat(ideas)
                .filteredOn(idea -> idea.change().isPresent())
                .singleElement()
                .satisfies(idea -> {
                    assertThat(idea.id()).isEqualTo("knowledge:input/loaders.md:5");
                    assertThat(idea.change()).contains(JOB.levers().get(0).set("8"));
                });
        assertThat(ideas).extracting(Idea::id).contains("knowledge:values.md:1", "knowledge:values.md:2");
    }

    @Test
    void aTopicMapNarrowsWhatIsRead() throws IOException {
        KnowledgeAnswer all = lines(INPUT);
        note("topics.md", "# Topics\n- INPUT_STARVATION: input/*.md, [\n- COMM_EXPOSED: network/*\n");
        KnowledgeAnswer narrowed = lines(INPUT);
        KnowledgeAnswer unmapped = lines(Set.of(Bottleneck.WARMUP));

        assertThat(all.scanned()).isEqualTo(3);
        assertThat(narrowed.files()).isEqualTo(4);
        assertThat(narrowed.scanned()).isEqualTo(1);
        assertThat(narrowed.lines()).extracting(KnowledgeLine::file).containsOnly("input/loaders.md");
        assertThat(unmapped.scanned()).isEqualTo(3);
    }

    @Test
    void linksHiddenFilesOtherFilesAndLargeOnesAreLeftOut() throws IOException {
        Path outside = Files.createTempDirectory("outside");
        Files.writeString(outside.resolve("secret.md"), "dataloader prefetch secret\n");
        Files.createSymbolicLink(folder.resolve("link.md"), outside.resolve("secret.md"));
        Files.createSymbolicLink(folder.resolve("linked"), outside);
        note(".hidden.md", "dataloader prefetch hidden\n");
        note(".git/config.md", "dataloader prefetch git\n");
        note("notes.txt", "dataloader prefetch text\n");
        note("large.md", "dataloader prefetch large\n".repeat(50_000));

        KnowledgeAnswer answer = lines(INPUT);

        assertThat(answer.scanned()).isEqualTo(3);
        assertThat(answer.lines()).extracting(KnowledgeLine::file).containsOnly("input/loaders.md", "misc.md");
        assertThat(answer.left())
                .containsExactly("large.md: larger than 1048576 bytes", "link.md: a link, not followed");
    }

    @Test
    void whatANoteSaysIsBoundedPlainTextWithoutSecrets() throws IOException {
        note(
                "input/a.md",
                "> The dataloader\u0007 prefetch reads with token=ghp_" + "a1B2".repeat(9) + " " + "x".repeat(9_000));

        Idea idea = source().search(new Query(JOB, INPUT, Map.of())).stream()
                .filter(one -> one.id().equals("knowledge:input/a.md:1"))
                .findFirst()
                .orElseThrow();

        assertThat(idea.title()).hasSizeLessThan(130).startsWith("The dataloader  prefetch reads with");
        assertThat(idea.summary())
                .hasSizeLessThan(500)
                .doesNotContain("ghp_", "\u0007")
                .contains("[redacted");
    }

    @Test
    void aFolderThatIsNoneIsNamed() {
        assertThatThrownBy(() -> new KnowledgeFolder(folder.resolve("nowhere")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void everyClassOfLossHasWords() {
        for (Bottleneck bottleneck : Bottleneck.values()) {
            if (bottleneck.kind() != Bottleneck.Kind.WORK && bottleneck.kind() != Bottleneck.Kind.UNKNOWN) {
                assertThat(ClassWords.of(bottleneck)).as(bottleneck.name()).hasSizeGreaterThan(2);
            }
        }
    }

    @Test
    void aKeyInANoteBecomesNoIdea() throws IOException {
        String body = "MIIEpAIBAAKCAQEA7bq0c5".repeat(3);
        note(
                "input/access.md",
                "# Input pipelines\nThe dataloader signs in with\n-----BEGIN RSA PRIVATE KEY-----\n"
                        + (body + " dataloader\n").repeat(3)
                        + "-----END RSA PRIVATE KEY-----\nPrefetch in the dataloader too.\n");

        List<Idea> ideas = source().search(new Query(JOB, INPUT, Map.of()));

        assertThat(ideas)
                .extracting(Idea::summary)
                .noneMatch(text -> text.contains("MIIE"))
                .anyMatch(text -> text.startsWith("input/access.md:8: Prefetch in the dataloader too."));
    }
}
