package dev.amdahl.examples.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.analysis.TraceAccount;
import dev.amdahl.core.analysis.TraceAccount.Collective;
import dev.amdahl.spi.job.Timeline;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Collectives beside what the {@code NcclAnalyser} of TraceLens (171dd747) gives for the trace of one rank: calls, median and least
 * microseconds, least and greatest bus bandwidth in 2^30 bytes a second. Broadcasts are not among its figures.
 */
final class CollectivesOfTraceLensTest {
    private static final double GIBI = 1 << 30;

    @ParameterizedTest
    @CsvSource({
        "nccl_data,allreduce,2,8196000,3,3306.963,2520.607,5993.392,1.2735892832553688,3.0282863697309668",
        "nccl_data,allreduce,2,31502336,3,2673.916,2424.415,5983.024,4.90368025766266,12.10140865731398",
        "nccl_data,allreduce,2,26255360,3,2621.533,2368.513,5807.89,4.210170900732667,10.32386542639042",
        "nccl_data,allreduce,2,26550272,3,2417.184,2160.803,2636.669,9.378070465341402,11.443369745312856",
        "nccl_data,allreduce,2,9724160,3,2028.293,1689.577,2129.38,4.253035966888414,5.360116601476495",
        "tl_b200_eager,_allgather_base,8,402176,1,21.953,21.953,21.953,14.928990994282577,14.928990994282577"
    })
    void ofRecordedTraces(
            String file,
            String name,
            int ranks,
            long bytes,
            long calls,
            double median,
            double least,
            double most,
            double slowest,
            double best) {
        check(
                RecordedTraces.kineto(file + ".json.gz"),
                new Figures(name, ranks, bytes, calls, median, least, most, slowest, best));
    }

    @ParameterizedTest
    @CsvSource({
        "allreduce,8,17632384,3,8932.626,8656.708,9208.906,3.1206220598956427,3.3196817093871416",
        "allreduce,8,5746640,3,6748.72,6678.4,6911.678,1.3550916623039315,1.402425315993279"
    })
    void ofAPublishedTrace(
            String name,
            int ranks,
            long bytes,
            long calls,
            double median,
            double least,
            double most,
            double slowest,
            double best) {
        check(
                RecordedTraces.published("AMD-AGI/TraceLens@171dd747/tests/traces/mi300/resnet_act_checkpoint.json.gz"),
                new Figures(name, ranks, bytes, calls, median, least, most, slowest, best));
    }

    private record Figures(
            String name,
            int ranks,
            long bytes,
            long calls,
            double median,
            double least,
            double most,
            double slowest,
            double best) {}

    private static void check(Timeline timeline, Figures figures) {
        Collective found = TraceAccount.collectives(timeline).stream()
                .filter(one -> one.name().equals(figures.name) && one.bytes() == figures.bytes)
                .findFirst()
                .orElseThrow();
        assertThat(found.ranks()).isEqualTo(figures.ranks);
        assertThat(found.calls()).isEqualTo(figures.calls);
        assertThat(found.medianNanos() / 1e3).isEqualTo(figures.median, within(.0011));
        assertThat(found.leastNanos() / 1e3).isEqualTo(figures.least, within(.0011));
        assertThat(found.busRate(found.leastNanos()) / GIBI).isEqualTo(figures.best, within(1e-6 * figures.best));
        assertThat(found.busRate(Math.round(1e3 * figures.most)) / GIBI)
                .isEqualTo(figures.slowest, within(1e-6 * figures.slowest));
    }
}
