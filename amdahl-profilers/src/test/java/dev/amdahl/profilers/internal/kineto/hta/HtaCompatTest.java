package dev.amdahl.profilers.internal.kineto.hta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each rule by which HTA's figures depart from plain sums, on a trace made for it. */
final class HtaCompatTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void startsAreRoundedUpAndEndsDownSoThatADurationMayBeNegative() {
        HtaReport report = HtaTrace.begun()
                .kernel("long", 7, "100", "10.9", 1)
                .kernel("none", 7, "111.25", "0.8", 2)
                .kernel("negative", 7, "113.5", "0.2", 3)
                .kernel("last", 7, "120", "5", 4)
                .read(directory);
        assertThat(sums(report)).containsExactly("last 5.0", "long 10.0", "negative -1.0", "none 0.0");
        assertThat(report.json().at("/temporal_breakdown/0/kernel_time(us)").asDouble())
                .isEqualTo(25);
        assertThat(report.json().at("/temporal_breakdown/0/idle_time(us)").asDouble())
                .isEqualTo(11);
        assertThat(report.findings()).singleElement().asString().endsWith("1 of 4 durations become 0 and 1 negative");
    }

    @Test
    void wholeStartsAreNotRoundedEvenWithFractionalDurations() {
        HtaReport report = HtaTrace.begun().kernel("a", 7, "100", "0.75", 1).read(directory);
        assertThat(sums(report)).containsExactly("a 0.75");
    }

    @Test
    void negativeDurationsThatOutweighTheRestStopTheTemporalBreakdown() {
        HtaReport report = HtaTrace.begun()
                .kernel("copy", 7, "99.5", "20", 1)
                .kernel("Memcpy HtoD", 7, "200.6", "0.1", 2)
                .read(directory);
        assertThat(report.json().has("temporal_breakdown")).isFalse();
        assertThat(report.json().has("idle_time_breakdown")).isTrue();
        assertThat(report.findings())
                .anySatisfy(finding -> assertThat(finding)
                        .startsWith("temporal_breakdown: HTA stops with an AssertionError")
                        .endsWith("the exact mode's result stands"));
    }

    @Test
    void sharesAreRoundedHalfToEven() {
        HtaReport down = HtaTrace.begun()
                .kernel("a", 7, "0", "1", 1)
                .kernel("b", 7, "2", "30", 2)
                .read(directory);
        HtaReport up = HtaTrace.begun()
                .kernel("a", 7, "0", "1", 1)
                .kernel("b", 7, "4", "28", 2)
                .read(directory);
        assertThat(down.json().at("/temporal_breakdown/0/idle_time_pctg").asDouble())
                .as("3.125")
                .isEqualTo(3.12);
        assertThat(up.json().at("/temporal_breakdown/0/idle_time_pctg").asDouble())
                .as("9.375")
                .isEqualTo(9.38);
    }

    @Test
    void hostTimeFromTheLastStepOnIsDroppedAndWhatItLaunchedWithIt() {
        HtaTrace trace = HtaTrace.begun()
                .call("cudaLaunchKernel", "50", "2", 1)
                .step(1, "100", "100")
                .call("cudaLaunchKernel", "110", "2", 2)
                .step(2, "200", "100")
                .call("cudaLaunchKernel", "210", "2", 3)
                .kernel("before", 7, "60", "5", 1)
                .kernel("first", 7, "120", "5", 2)
                .kernel("last", 7, "220", "5", 3)
                .kernel("not launched", 7, "230", "5", 9);
        HtaReport report = trace.read(directory);
        assertThat(sums(report)).containsExactly("before 5.0", "first 5.0");
        assertThat(report.findings()).singleElement().asString().contains("leaves out 2 of 4 pieces");
        assertThat(sums(trace.read(directory, true))).containsExactly("before 5.0", "first 5.0", "last 5.0");
    }

    @Test
    void oneStepIsKeptWhole() {
        HtaTrace trace = HtaTrace.begun().step(1, "100", "100").kernel("not launched", 7, "120", "5", 9);
        assertThat(sums(trace.read(directory))).containsExactly("not launched 5.0");
    }

    @Test
    void deviceWorkIsRepeatedForEveryCallOfItsCorrelation() {
        HtaReport report = HtaTrace.begun()
                .step(1, "100", "100")
                .call("cudaLaunchKernel", "110", "4", 2)
                .call("cuLaunchKernel", "111", "2", 2)
                .step(2, "200", "100")
                .kernel("twice", 7, "120", "5", 2)
                .read(directory);
        assertThat(sums(report)).containsExactly("twice 10.0");
        assertThat(report.json().at("/cuda_kernel_launch_stats/0/n").asInt()).isEqualTo(4);
        assertThat(report.json().has("queue_length_summary")).isFalse();
        assertThat(report.findings())
                .anySatisfy(finding -> assertThat(finding)
                        .contains("queue_length_summary")
                        .contains("AssertionError because rank 0 has 4 launches for 2 pieces"));
    }

    @Test
    void aGapIsTheHostsWhenItsCallCameAfterTheWorkBefore() {
        HtaReport report = HtaTrace.begun()
                .call("cudaLaunchKernel", "0", "2", 1)
                .call("cudaLaunchKernel", "30", "2", 2)
                .call("cudaLaunchKernel", "31", "2", 3)
                .call("cudaLaunchKernel", "32", "2", 4)
                .kernel("a", 7, "10", "10", 1)
                .kernel("b", 7, "40", "10", 2)
                .kernel("c", 7, "55", "10", 3)
                .kernel("d", 7, "95", "10", 4)
                .read(directory);
        assertThat(idle(report))
                .containsExactly("7 host_wait 20.0 0.36", "7 kernel_wait 5.0 0.09", "7 other 30.0 0.55");
        JsonNode other = report.json().at("/idle_time_breakdown/interval_stats/2");
        assertThat(other.get("count").asInt()).as("the first piece has no gap").isEqualTo(1);
        assertThat(other.get("std").isNull()).isTrue();
    }

    @Test
    void withoutACallAGapIsNeverTheHosts() {
        HtaReport report = HtaTrace.begun()
                .call("cudaLaunchKernel", "95", "2", 7)
                .kernel("a", 7, "10", "10", 1)
                .kernel("b", 7, "100", "10", 2)
                .read(directory);
        assertThat(idle(report)).containsExactly("7 other 80.0 1.0");
    }

    @Test
    void withoutACallTheFirstEntryOfTheFileStandsIn() {
        HtaReport report = new HtaTrace()
                .row("cpu_op", "first entry", "90", "1", "")
                .kernel("a", 7, "10", "10", 1)
                .kernel("b", 7, "100", "10", 2)
                .read(directory);
        assertThat(idle(report)).containsExactly("7 host_wait 80.0 1.0", "7 other 0.0 0.0");
    }

    @Test
    void aGapIsCountedFromThePieceBeforeEvenIfALaterOneStillRuns() {
        HtaReport report = HtaTrace.begun()
                .kernel("long", 7, "0", "100", 1)
                .kernel("inside", 7, "10", "5", 2)
                .kernel("after", 7, "60", "5", 3)
                .read(directory);
        assertThat(idle(report)).containsExactly("7 kernel_wait -90.0 2.0", "7 other 45.0 -1.0");
    }

    @Test
    void mtiaWorkAndItsLaunchesAreSeen() {
        HtaTrace trace = HtaTrace.begun()
                .call("runFunction - job_prep_and_submit_for_execution", "0", "2", 1)
                .call("runFunction - job_prep_and_submit_for_execution", "5", "2", 2)
                .row("mtia_ccp_events", "merge", "10", "10", "\"stream\":1,\"correlation\":1")
                .row("mtia_ccp_events", "dma_request", "25", "10", "\"stream\":1,\"correlation\":2");
        HtaReport report = trace.read(directory);
        assertThat(idle(report)).containsExactly("1 kernel_wait 5.0 1.0", "1 other 0.0 0.0");
        assertThat(report.json().at("/cuda_kernel_launch_stats/0/n").asInt()).isEqualTo(2);
        assertThat(report.json().at("/queue_length_summary/0/max").asInt()).isEqualTo(2);
        HtaReport steps = trace.step(1, "0", "20").step(2, "20", "20").read(directory);
        assertThat(steps.json().isEmpty()).isTrue();
        assertThat(steps.findings()).singleElement().asString().contains("MTIA");
    }

    @Test
    void ofOneMomentLaunchesComeBeforeBeginsOfWork() {
        HtaReport report = HtaTrace.begun()
                .call("cudaLaunchKernel", "0", "1", 1)
                .call("cudaLaunchKernel", "10", "1", 2)
                .kernel("a", 7, "10", "5", 1)
                .kernel("b", 7, "20", "5", 2)
                .read(directory);
        assertThat(report.json().at("/queue_length_summary/0/max").asInt())
                .as("the second launch before the first begin")
                .isEqualTo(2);
        assertThat(report.json().at("/queue_length_summary/0/mean").asDouble()).isEqualTo(1);
    }

    @Test
    void aCopyThatBeginsAsAnotherEndsDoesNotRunBesideIt() {
        String copy = "\"stream\":7,\"memory bandwidth (GB/s)\":";
        HtaReport report = HtaTrace.begun()
                .row("gpu_memcpy", "Memcpy HtoD (a)", "0", "10", copy + "3")
                .row("gpu_memcpy", "Memcpy HtoD (b)", "10", "10", copy + "5")
                .row("gpu_memcpy", "Memcpy HtoD (c)", "15", "10", copy + "1")
                .read(directory);
        assertThat(report.json().at("/memory_bw_summary/0/count").asInt()).isEqualTo(4);
        assertThat(report.json().at("/memory_bw_summary/0/max").asDouble()).isEqualTo(6);
    }

    @Test
    void aFullQueueIsNotPassedOverInSilence() {
        HtaTrace trace = HtaTrace.begun();
        IntStream.rangeClosed(1, 1024).forEach(i -> trace.call("cudaLaunchKernel", "" + i, "1", i));
        IntStream.rangeClosed(1, 1024).forEach(i -> trace.kernel("k", 7, "" + (2000 + i), "1", i));
        HtaReport report = trace.read(directory);
        assertThat(report.json().at("/queue_length_summary/0/max").asInt()).isEqualTo(1024);
        assertThat(report.json().has("time_blocked_on_full_queue")).isFalse();
        assertThat(report.findings()).singleElement().asString().contains("time_blocked_on_full_queue");
    }

    @Test
    void streamsMayBeTextAndOperatorsWithAStreamCountAsDeviceWork() {
        HtaReport report = HtaTrace.begun()
                .row("kernel", "a", "0", "10", "\"stream\":\"7\",\"correlation\":1")
                .row("cpu_op", "triton", "20", "10", "\"stream\":0")
                .row("cpu_op", "none", "40", "10", "\"stream\":\"default\"")
                .read(directory);
        assertThat(sums(report)).containsExactly("a 10.0", "triton 10.0");
        assertThat(idle(report)).containsExactly("7 other 0.0 null");
    }

    @Test
    void aBareArrayAndATraceWithoutDeviceWorkAreFindings() {
        HtaTrace trace = HtaTrace.begun().row("cpu_op", "aten::add", "1", "2", "\"External id\":1");
        HtaReport host = trace.read(directory);
        assertThat(host.json().has("temporal_breakdown")).isFalse();
        assertThat(host.json().has("idle_time_breakdown")).isFalse();
        assertThat(host.json().at("/comm_comp_overlap/0/comp_comm_overlap_pctg").isNull())
                .isTrue();
        assertThat(host.findings())
                .hasSize(2)
                .anySatisfy(finding -> assertThat(finding).contains("IndexError"))
                .anySatisfy(finding -> assertThat(finding).contains("ValueError"));
        HtaReport array =
                HtaCompat.read(List.of(HtaTrace.write(directory, trace.array())), ProfileLimits.DEFAULT, false);
        assertThat(array.json().isEmpty()).isTrue();
        assertThat(array.findings()).singleElement().asString().contains("bare array");
    }

    @Test
    void severalFilesHaveTheRanksThatTheyNameAndOneIsRankZero() {
        Path third = HtaTrace.write(
                directory,
                HtaTrace.begun()
                        .members("\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":3}")
                        .kernel("a", 7, "0", "10", 1)
                        .text());
        Path first = HtaTrace.write(
                directory,
                HtaTrace.begun()
                        .members("\"distributedInfo\":{\"rank\":1}")
                        .kernel("b", 7, "5", "10", 1)
                        .text());
        HtaReport both = HtaCompat.read(List.of(third, first), ProfileLimits.DEFAULT, false);
        assertThat(both.json().findValuesAsText("rank")).startsWith("1", "3");
        HtaReport one = HtaCompat.read(List.of(third), ProfileLimits.DEFAULT, false);
        assertThat(one.json().at("/temporal_breakdown/0/rank").asInt()).isZero();
        HtaReport twice = HtaCompat.read(List.of(third, third), ProfileLimits.DEFAULT, false);
        assertThat(twice.json().at("/temporal_breakdown/1/rank").asInt()).isEqualTo(1);
    }

    @Test
    void tooManyEventsAndBrokenFilesAreRefused() {
        HtaTrace trace = HtaTrace.begun().kernel("a", 7, "0", "10", 1).kernel("b", 7, "10", "10", 2);
        Path whole = HtaTrace.write(directory, trace.text());
        assertThatThrownBy(() -> HtaCompat.read(List.of(whole), new ProfileLimits(1 << 20, 1, 64), false))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(whole.toString());
        Path cut = HtaTrace.write(directory, trace.text().substring(0, 150));
        assertThatThrownBy(() -> HtaCompat.read(List.of(cut), ProfileLimits.DEFAULT, false))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(cut.toString());
    }

    private static List<String> sums(HtaReport report) {
        List<String> names = report.json().at("/gpu_kernel_breakdown/kernels").findValuesAsText("name");
        List<String> sums = report.json().at("/gpu_kernel_breakdown/kernels").findValuesAsText("sum (us)");
        return IntStream.range(0, names.size())
                .mapToObj(i -> names.get(i) + " " + sums.get(i))
                .toList();
    }

    private static List<String> idle(HtaReport report) {
        JsonNode rows = report.json().at("/idle_time_breakdown/rows");
        return IntStream.range(0, rows.size())
                .mapToObj(rows::get)
                .map(row -> row.get("stream").asText() + " "
                        + row.get("idle_category").asText() + " "
                        + row.get("idle_time").asText() + " "
                        + row.get("idle_time_ratio").asText())
                .toList();
    }
}
