package dev.amdahl.core.internal.advice;

import static dev.amdahl.spi.hypothesis.Bottleneck.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FirstLookTest {
    @Test
    void theLargestKnownLossIsNamedHoweverMuchOfTheGapsIsUnknown() {
        assertThat(look(COMM_EXPOSED, 87, UNATTRIBUTED, 13))
                .satisfies(said -> {
                    assertThat(said.get(0)).startsWith("87 % of the accelerator time goes to communicating");
                    assertThat(said.get(0)).endsWith("at most 7.69x faster.");
                    assertThat(said.get(1)).startsWith("What usually helps: overlap communication");
                    assertThat(said.get(3)).startsWith("The cause of 13 % of all time is unknown.");
                })
                .hasSize(4);
        assertThat(look(PRODUCTIVE, 79, HOST_SERIAL, 18, UNATTRIBUTED, 3))
                .hasSize(3)
                .first()
                .asString()
                .startsWith("18 % of the accelerator time goes to waiting for the job's own host code");
    }

    @Test
    void whereNoLossIsLargeTheKernelsDecide() {
        assertThat(look(PRODUCTIVE, 998, UNATTRIBUTED, 2))
                .first()
                .isEqualTo("No loss is large: 99.8 % of the accelerator time is useful work, so the kernels decide.");
        assertThat(look(PRODUCTIVE, 96, HOST_SERIAL, 4).toString())
                .contains("96 %")
                .doesNotContain("1.04x");
        assertThat(look(UNATTRIBUTED, 9, PRODUCTIVE, 1))
                .singleElement()
                .asString()
                .startsWith("The cause of 90 % of all time");
    }

    @Test
    void whatWasNotRecordedIsSaidFirstWhereItIsMuch() {
        assertThat(look(NOT_RECORDED, 463, PRODUCTIVE, 10, LAUNCH_BOUND, 1))
                .first()
                .isEqualTo("Not recorded: what the accelerators did in 463 of 474 s (98 %). The rest:");
        assertThat(look(NOT_RECORDED, 4, PRODUCTIVE, 96)).first().asString().startsWith("No loss is large");
    }

    @Test
    void aLossOnTheWallAloneIsNamedWhereNoOtherIsLarge() {
        Diagnosis queued = new Diagnosis(
                "f",
                List.of(new Account(QUEUE_WAIT, 80, 0), new Account(PRODUCTIVE, 20, 20)),
                0,
                Map.of(),
                List.of("run-1"),
                List.of());

        assertThat(FirstLook.of(queued, List.of()))
                .first()
                .asString()
                .startsWith("80 % of the wall time goes to waiting in the queue (QUEUE_WAIT).");
    }

    /** @param classesAndSeconds in turn */
    private static List<String> look(Object... classesAndSeconds) {
        List<Account> accounts = new ArrayList<>();
        double gaps = 0;
        for (int i = 0; i < classesAndSeconds.length; i += 2) {
            Bottleneck bottleneck = (Bottleneck) classesAndSeconds[i];
            int seconds = (int) classesAndSeconds[i + 1];
            accounts.add(new Account(bottleneck, seconds, seconds));
            gaps += bottleneck == UNATTRIBUTED ? seconds : 0;
        }
        return FirstLook.of(new Diagnosis("f", accounts, gaps, Map.of(), List.of("run-1"), List.of()), List.of());
    }
}
