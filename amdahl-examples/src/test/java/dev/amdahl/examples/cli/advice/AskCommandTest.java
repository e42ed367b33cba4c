package dev.amdahl.examples.cli.advice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions to a ledger that was written by hand. */
final class AskCommandTest {
    private static final String TRACE = """
            {"schemaVersion": 1, "traceEvents": [
             {"ph": "X", "cat": "cpu_op", "name": "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", "pid": 9, "tid": 9, "ts": 110, "dur": 340},
             {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 9, "ts": 95, "dur": 5, "args": {"correlation": 1}},
             {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 9, "tid": 9, "ts": 455, "dur": 5, "args": {"correlation": 2}},
             {"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 100, "dur": 50, "args": {"device": 0, "stream": 7, "correlation": 1}},
             {"ph": "X", "cat": "kernel", "name": "b", "pid": 0, "tid": 7, "ts": 460, "dur": 50, "args": {"device": 0, "stream": 7, "correlation": 2}}
            ]}
            """;

    @TempDir
    private Path folder;

    @Test
    void adviceCitesRowsOfTheLedgerWithBothCeilings() throws Exception {
        String ledger = ledger();

        JsonNode json = Cli.here("ask", "--json", "how", "can", "I", "speed up my training?", "--ledger", ledger)
                .json("ask");

        assertThat(json.at("/subjects")).extracting(JsonNode::asText).containsExactly("ranker-train");
        JsonNode first = json.at("/advice/0");
        assertThat(first.at("/class").asText()).isEqualTo("INPUT_STARVATION");
        assertThat(first.at("/evidence_ids")).extracting(JsonNode::asText).contains("run-1");
        assertThat(first.at("/ceiling/accelerator").asDouble()).isBetween(1.66, 1.67);
        assertThat(first.at("/ceiling/wall").asDouble()).isBetween(1.57, 1.58);
        assertThat(json.at("/tried/0/state").asText()).isEqualTo("SCREENED_OUT");
        assertThat(Cli.here("ask", "speed up my training", "--ledger", ledger).out())
                .contains("1.67x in accelerator-hours, 1.57x on the wall", "run-1", "Not tested, as they could not pay")
                .doesNotContain("Did not work here")
                .satisfies(text -> assertThat(text.lines()).allMatch(line -> line.length() <= 140));
    }

    @Test
    void theAnswerOnATraceBeginsWithASentence() throws Exception {
        Path trace = Files.writeString(folder.resolve("trace.json"), TRACE);

        assertThat(Cli.here("ask", "is the input slow?", "--trace", trace.toString())
                        .out())
                .startsWith("Yes. ")
                .contains("waiting for input data", "What usually helps:");
        assertThat(Cli.here("trace", trace.toString()).out())
                .contains("of the accelerator time goes to waiting for input data", "Test it: amdahl ab");
        Path stacks = Files.writeString(folder.resolve("stacks.folded"), "main;load 30\nmain;train 70\n");
        assertThat(Cli.here("trace", stacks.toString()).out())
                .startsWith("Most time is in train: ")
                .contains("--one-run");
    }

    @Test
    void whatWasNeverMeasuredIsToBeMeasured() throws Exception {
        JsonNode json =
                Cli.here("ask", "--json", "pose eval", "--ledger", ledger()).json("ask");

        assertThat(json.get("advice")).isEmpty();
        assertThat(Cli.here("ask", "asdf qwer").out())
                .contains("not understood")
                .doesNotContain("Measure first");
        assertThat(json.at("/measure/0/subject").asText()).isEqualTo("pose-eval");
        assertThat(json.at("/measure/0/command").asText()).contains("amdahl loop");
        assertThat(Cli.here("ask", "what is slow").out()).contains("No advice", "Measure first", "torch.profiler");
    }

    @Test
    void aTraceIsEvidenceOfItsOwn() throws Exception {
        String trace = Files.writeString(folder.resolve("t.json"), TRACE).toString();

        JsonNode alone =
                Cli.here("ask", "--json", "why is it slow", "--trace", trace).json("ask");
        JsonNode beside = Cli.here(
                        "ask",
                        "--json",
                        "is the input slow",
                        "--family",
                        "ranker-train",
                        "--ledger",
                        ledger(),
                        "--trace",
                        trace)
                .json("ask");

        assertThat(alone.at("/subjects/0").asText()).isEqualTo(trace);
        assertThat(alone.toString()).contains("INPUT_STARVATION");
        assertThat(beside.at("/subjects")).extracting(JsonNode::asText).containsExactly("ranker-train");
        assertThat(beside.at("/advice").findValuesAsText("evidence_ids")).allMatch(ids -> !ids.contains("run-1"));
        assertThat(beside.at("/tried/0/id").asText()).isEqualTo("h1");
    }

    @Test
    void whatCannotBeAnsweredIsOneLine() throws Exception {
        String ledger = ledger();
        String empty = folder.resolve("empty").toString();
        try (Ledger opened = Ledger.open(empty);
                Lease lease = opened.acquire("cycle", Duration.ofMinutes(1))) {
            lease.commit(new Entry.CycleEnded("nothing"));
        }

        Cli.here("ask", "faster", "--family", "ranker-tran", "--ledger", ledger)
                .failsWith(2, "no job 'ranker-tran'", "did you mean 'ranker-train'?");
        Cli.here("ask", "faster", "--ledger", empty).failsWith(2, "holds no job yet", "--jobs FILE");
        Cli.here("ask", "faster", "--ledger", folder.resolve("none").toString()).failsWith(2, "there is none");
        Cli.here("ask", "faster", "--trace", folder.resolve("none.json").toString())
                .failsWith(2, "none.json", "does not exist");
        Cli.here("ask", "--ledger", ledger).failsWith(2, "TEXT");
        Cli.here("ask", " ", "--ledger", ledger).failsWith(2, "the question is empty");
        Cli.here("ask", "x".repeat(3000)).failsWith(2, "3000 characters");
    }

    private String ledger() {
        return ledger(folder);
    }

    static String ledger(Path folder) {
        String url = folder.resolve("ledger").toString();
        Diagnosis diagnosis = new Diagnosis(
                "ranker-train",
                List.of(
                        new Account(Bottleneck.QUEUE_WAIT, 10, 0),
                        new Account(Bottleneck.INPUT_STARVATION, 40, 160),
                        new Account(Bottleneck.PRODUCTIVE, 60, 240)),
                160,
                Map.of("input_wait_frac", .4, "cpu_idle_frac", .6),
                List.of("run-1"),
                List.of());
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1))) {
            Hypothesis lost = hypothesis();
            lease.commit(
                    new Entry.FamilySeen("ranker-train", "h200", "0"),
                    new Entry.FamilySeen("pose-eval", "h200", "0"),
                    new Entry.Diagnosed(diagnosis),
                    new Entry.Proposed(
                            lost,
                            new Screening(
                                    OptionalDouble.of(1.5),
                                    OptionalDouble.of(1.5),
                                    .03,
                                    OptionalDouble.empty(),
                                    OptionalDouble.empty()),
                            Optional.empty()),
                    new Entry.Decided(new Verdict(
                            lost,
                            List.of("run-1"),
                            "not measured",
                            HypothesisState.SCREENED_OUT,
                            "expected value -3.00 <= 0")));
        }
        return url;
    }

    private static Hypothesis hypothesis() {
        return new Hypothesis(
                "h1",
                "ranker-train",
                List.of(Bottleneck.INPUT_STARVATION),
                Bottleneck.INPUT_STARVATION.axis(),
                "workers: 0 -> 4",
                new ConfigChange(
                        List.of(new LeverSetting("workers", new LeverSetting.Environment("WORKERS"), "0", "4"))),
                OptionalDouble.of(.5),
                new Provenance(Provenance.Origin.RULE, "lever workers"),
                List.of("run-1"),
                new Fingerprint("ab".repeat(32)));
    }
}
