package dev.amdahl.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class AllReduceTest {
    private static AllReduce of(String text) {
        return AllReduce.of(text.lines().toList());
    }

    @Test
    void theLargestMessageCounts() {
        AllReduce two = of(NcclOutputs.TWO_RANKS);
        assertThat(two).isEqualTo(new AllReduce(2, OptionalDouble.of(269.06e9), 0));
        AllReduce old = of(NcclOutputs.OLD);
        assertThat(old).isEqualTo(new AllReduce(2, OptionalDouble.of(119.27e9), 0));
    }

    @Test
    void aLowRateOrAWrongSumFails() {
        assertThat(of(NcclOutputs.TWO_RANKS)
                        .judged(2, OptionalDouble.of(900e9), "")
                        .reasons())
                .containsExactly("all-reduce reaches 269 GB/s, 30 % of the declared 900; 60 % is the least");
        CheckResult wrong = of(NcclOutputs.WRONG).judged(2, OptionalDouble.empty(), "");
        assertThat(wrong.outcome()).isEqualTo(CheckResult.Outcome.FAIL);
        assertThat(wrong.reasons()).containsExactly("the sums of all_reduce_perf are wrong");
        assertThat(of(NcclOutputs.TWO_RANKS)
                        .judged(2, OptionalDouble.of(300e9), "")
                        .outcome())
                .isEqualTo(CheckResult.Outcome.PASS);
    }

    @Test
    void whatDidNotRunAsAskedIsNotTested() {
        assertThat(AllReduce.of(List.of("NCCL WARN no device"))
                        .judged(2, OptionalDouble.empty(), "")
                        .outcome())
                .isEqualTo(CheckResult.Outcome.SKIP);
        assertThat(of(NcclOutputs.TWO_RANKS)
                        .judged(16, OptionalDouble.empty(), "built without MPI")
                        .reasons())
                .containsExactly("2 ranks took part instead of 16: built without MPI");
        assertThat(of(NcclOutputs.TWO_RANKS)
                        .judged(2, OptionalDouble.empty(), "")
                        .reasons())
                .singleElement()
                .asString()
                .contains("shown but not judged");
    }
}
