package dev.amdahl.core.internal.schedulers.slurmcommands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeLinesTest {

    @Test
    void aNodeOfSeveralPartitionsCountsOnce() {
        String line = "n1|mixed|gpu:h200:8(S:0-1)|gpu:h200:3(IDX:0-2)|\n";
        assertThat(NodeLines.states(line + line + "n2|drained|gpu:a100:2,gpu:h200:2|gpu:0|\nn3|idle|(null)|gpu:0|\n"))
                .containsExactly(
                        new NodeLines.State(8, 3, true),
                        new NodeLines.State(4, 0, false),
                        new NodeLines.State(0, 0, true));
        assertThat(NodeLines.states("n1|idle*|gpu:4|gpu:0|"))
                .as("a node that does not answer")
                .containsExactly(new NodeLines.State(4, 0, false));
    }

    @Test
    void anEventCountsWithinThePeriodAndAReasonMayHoldBars() {
        List<NodeLines.Event> events = NodeLines.events(
                "n1|100|Unknown|DRAIN|cpu=8,gres/gpu=4|NVLink | ECC\n|90|95|UP|cpu=8|cluster\nn2|100|150|DOWN|cpu=8|");
        assertThat(events).extracting(NodeLines.Event::reason).containsExactly("NVLink | ECC", "no reason told");
        assertThat(events).extracting(NodeLines.Event::accelerators).containsExactly(4, 0);
        Instant from = Instant.ofEpochSecond(120);
        assertThat(events.get(0).seconds(from, Instant.ofEpochSecond(200))).isEqualTo(80);
        assertThat(events.get(1).seconds(from, Instant.ofEpochSecond(200))).isEqualTo(30);
    }

    /** As Slurm 22.05.8 printed it. */
    @Test
    void recordedEventsAreRead() {
        String tres = "billing=8,cpu=8,gres/gpu:h200=4,gres/gpu=4,mem=1G";
        assertThat(NodeLines.events("|1795863557|Unknown||" + tres + ",node=1|Cluster Registered TRES\n"
                        + "vm|1795863557|1795863558|UNK|" + tres + "|cold-start\n"
                        + "vm|1795863558|1795863563|DRAIN|" + tres + "|memory\n"))
                .extracting(NodeLines.Event::state, NodeLines.Event::accelerators, NodeLines.Event::reason)
                .containsExactly(tuple("UNK", 4, "cold-start"), tuple("DRAIN", 4, "memory"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n1|n1",
                "n[1-3]|n1 n2 n3",
                "n[08-10,3],m5|n08 n09 n10 n3 m5",
                "a.b-c[2]|a.b-c2",
                "None assigned|''",
                "(null)|''",
                "rack[1-2]n[1-2]|rack[1-2]n[1-2]"
            })
    void hostsAreSpelledOut(String list, String names) {
        assertThat(HostList.names(list)).isEqualTo(names);
    }

    @Test
    void whatStepsHeldIsThatOfTheirJob() {
        String job =
                "%s|train|ada|COMPLETED|0:0|100|110|170|1|cpu=16,gres/gpu=4,mem=64G|cpu=16|c|gpu|ml|%s|high|n[1-2]|60|01:02:03.500||60";
        List<SlurmJob> jobs = AccountingReader.used(Stream.of(
                                job.formatted("7", "7"),
                                "7.batch" + "|".repeat(19) + "cpu=00:00:01,mem=1048576,vmem=5|60",
                                "7.0" + "|".repeat(19) + "mem=2G|50",
                                job.formatted("8", "8"))
                        .map(line -> line.replace("|", AccountingReader.DELIMITER)))
                .toList();
        assertThat(jobs).extracting(SlurmJob::id).containsExactly("7", "8");
        assertThat(jobs.get(0).use().peakBytes()).hasValue(2.0 * (1 << 30));
        assertThat(jobs.get(0).use().processorSeconds()).hasValue(3723.5);
        assertThat(jobs.get(0).use().processors()).hasValue(16);
        assertThat(jobs.get(0).use().memoryBytes()).hasValue(64.0 * (1 << 30));
        assertThat(jobs.get(0).use().limit().orElseThrow()).hasMinutes(60);
        assertThat(jobs.get(0).place().qos()).isEqualTo("high");
        assertThat(jobs.get(0).place().nodes()).isEqualTo("n1 n2");
        assertThat(jobs.get(1).use().peakBytes()).isEqualTo(OptionalDouble.empty());
    }
}
