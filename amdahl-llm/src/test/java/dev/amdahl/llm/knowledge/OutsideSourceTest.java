package dev.amdahl.llm.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.llm.internal.loopback.Fault;
import dev.amdahl.llm.internal.loopback.LoopbackModel;
import dev.amdahl.spi.contract.IdeaSourceContract;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutsideSourceTest extends IdeaSourceContract {
    @TempDir
    Path folder;

    private OutsidePlace place = new OutsidePlace(Path.of(""));

    @BeforeEach
    void open() {
        place = new OutsidePlace(folder);
    }

    @AfterEach
    void close() throws IOException {
        place.close();
    }

    @Override
    protected IdeaSource source() {
        place.serving(Fault.typed(200, "application/atom+xml", OutsidePlace.ATOM));
        return place.asking("arxiv");
    }

    @Test
    void aPaperIsAnIdeaWithItsLinkAndAQuotation() {
        LoopbackModel server =
                place.serving(Fault.typed(200, "application/atom+xml; charset=utf-8", OutsidePlace.ATOM));
        place.settings.put("words", "gpu");

        assertThat(place.asking("arxiv").search(OutsidePlace.INPUT))
                .singleElement()
                .satisfies(idea -> {
                    assertThat(idea.id()).isEqualTo("arxiv:http://arxiv.org/abs/2405.00001v2");
                    assertThat(idea.title()).isEqualTo("Feeding Accelerators: A Study of Data Loaders");
                    assertThat(idea.summary())
                            .isEqualTo(
                                    "http://arxiv.org/abs/2405.00001v2: In our jobs a dataloader whose workers prefetch decoded"
                                            + " shards removes most of the wait for input.");
                    assertThat(idea.bottleneck()).isEqualTo(Bottleneck.INPUT_STARVATION);
                    assertThat(idea.provenance().isExperimental()).isTrue();
                    assertThat(idea.change()).isEmpty();
                });
        assertThat(server.calls())
                .singleElement()
                .satisfies(call -> assertThat(call.head())
                        .startsWith(
                                "GET /v1?search_query=%28all%3Ainput+OR+all%3Aloader+OR+all%3Adataloader+OR+all%3Aprefetch%29+AND"
                                        + "+all%3Agpu&start=0&max_results=20&sortBy=relevance HTTP/1.1")
                        .doesNotContainIgnoringCase("secret")
                        .doesNotContainIgnoringCase("num_workers"));
    }

    @Test
    void aPullRequestThatNamesADeclaredValueIsAChange() {
        LoopbackModel server = place.serving(Fault.json(200, OutsidePlace.ISSUES));
        place.environment.put("FORGE_KEY", "abc");
        place.settings.putAll(Map.of("repository", "o/r", "key_variable", "FORGE_KEY"));

        List<Idea> ideas = place.asking("github").search(OutsidePlace.INPUT);

        assertThat(ideas)
                .extracting(Idea::id)
                .containsExactly("github:https://github.com/o/r/pull/77", "github:https://github.com/o/r/issues/78");
        assertThat(ideas.get(0).change())
                .contains(OutsidePlace.JOB.levers().get(0).set("8"));
        assertThat(ideas.get(0).summary()).endsWith("The loader starves, so set NUM_WORKERS=8 where input is decoded.");
        assertThat(server.calls().get(0).head())
                .startsWith(
                        "GET /v1/search/issues?q=input+OR+loader+OR+dataloader+OR+prefetch+repo%3Ao%2Fr+is%3Apull-request+is%3Amerged")
                .contains("Authorization: Bearer abc\r\n");
    }

    @Test
    void releasesAreReadOnceWhateverIsLookedFor() {
        LoopbackModel server = place.serving(Fault.json(200, """
                [{"id": 5, "tag_name": "v2.1", "name": "", "html_url": "https://github.com/o/r/releases/tag/v2.1", "draft": false,
                  "body": "## Highlights\\n* The dataloader can prefetch to pinned memory\\n* Faster allreduce, its buckets overlap\\n"}]
                """));
        place.settings.put("repository", "o/r");

        List<Idea> ideas = place.asking("releases")
                .search(new OutsidePlace.Query(
                        OutsidePlace.JOB, Set.of(Bottleneck.INPUT_STARVATION, Bottleneck.COMM_EXPOSED), Map.of()));

        assertThat(server.calls())
                .singleElement()
                .satisfies(
                        call -> assertThat(call.head()).startsWith("GET /v1/repos/o/r/releases?per_page=20 HTTP/1.1"));
        assertThat(ideas).singleElement().satisfies(idea -> {
            assertThat(idea.title()).isEqualTo("v2.1");
            assertThat(idea.summary()).startsWith("https://github.com/o/r/releases/tag/v2.1: ");
        });
    }

    @Test
    void aDocumentWithoutALinkIsFoundByItsPlaceInTheIndex() {
        LoopbackModel server = place.serving(Fault.json(200, """
                {"took": 3, "timed_out": false, "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
                 "hits": {"total": {"value": 2, "relation": "eq"}, "max_score": 1.3, "hits": [
                  {"_index": "runbooks", "_id": "a b", "_score": 1.3, "_source": {"title": "Input", "text": "Prefetch with the loader."}},
                  {"_index": "runbooks", "_id": "c", "_score": 1.0, "_source": {"name": "Loaders", "url": "javascript:alert(1)",
                    "content": "A loader may decode ahead."}}]}}
                """));
        place.environment.put("INDEX_KEY", "dTpw");
        place.settings.putAll(Map.of("name", "runbooks", "key_variable", "INDEX_KEY", "scheme", "Basic"));

        assertThat(place.asking("opensearch").search(OutsidePlace.INPUT))
                .extracting(Idea::id)
                .containsExactlyInAnyOrder("runbooks:runbooks/a_b", "runbooks:runbooks/c");
        assertThat(server.calls().get(0).head())
                .startsWith("GET /v1/_search?q=%28input+OR+loader+OR+dataloader+OR+prefetch%29&size=20 HTTP/1.1")
                .contains("Authorization: Basic dTpw\r\n");
    }

    @Test
    void anAnswerIsKeptAsLongAsItIsGoodAndThenAskedForByItsTag() {
        LoopbackModel server = place.serving(
                Fault.typed(200, "application/atom+xml", OutsidePlace.ATOM, "ETag: \"one\"\r\n"),
                (call, out) -> out.write("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n"
                        .getBytes(StandardCharsets.ISO_8859_1)));
        IdeaSource source = place.asking("arxiv");

        List<Idea> first = source.search(OutsidePlace.INPUT);
        List<Idea> kept = source.search(OutsidePlace.INPUT);
        int asked = server.calls().size();
        place.clock.advance(Duration.ofHours(24));
        List<Idea> unchanged = source.search(OutsidePlace.INPUT);
        source.search(OutsidePlace.INPUT);

        assertThat(asked).isEqualTo(1);
        assertThat(kept).isEqualTo(first).isEqualTo(unchanged).isNotEmpty();
        assertThat(server.calls()).hasSize(2);
        assertThat(server.calls().get(0).head()).doesNotContain("If-None-Match");
        assertThat(server.calls().get(1).head()).contains("If-None-Match: \"one\"");
    }

    @Test
    void questionsKeepTheirDistance() {
        place.settings.put("pause_seconds", "1");
        place.serving(Fault.typed(200, "text/xml", OutsidePlace.ATOM));
        IdeaSource source = place.asking("arxiv");

        long start = System.nanoTime();
        source.search(new OutsidePlace.Query(
                OutsidePlace.JOB, Set.of(Bottleneck.INPUT_STARVATION, Bottleneck.COMM_EXPOSED), Map.of()));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aClassWhoseQuestionFailsDoesNotCostTheOthers() {
        place.serving(Fault.typed(200, "text/xml", OutsidePlace.ATOM), Fault.typed(500, "text/plain", "broken"));

        assertThat(place.asking("arxiv")
                        .search(new OutsidePlace.Query(
                                OutsidePlace.JOB,
                                Set.of(Bottleneck.INPUT_STARVATION, Bottleneck.COMM_EXPOSED),
                                Map.of())))
                .hasSize(1);
    }
}
