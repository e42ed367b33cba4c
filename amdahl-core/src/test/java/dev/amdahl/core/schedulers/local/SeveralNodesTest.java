package dev.amdahl.core.schedulers.local;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.amdahl.core.trial.RequestCheck;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A scheduler that does not say that it starts arms on several nodes is never asked to. */
class SeveralNodesTest {
    private record Wide(List<ArmRequest> arms) implements TrialRequest {
        @Override
        public String key() {
            return "wide";
        }

        @Override
        public String family() {
            return "test";
        }

        @Override
        public Accelerators accelerators() {
            return new Accelerators("cpu", 4, 2);
        }
    }

    @Test
    void severalNodesAreRefusedUnlessTheSchedulerHasThem() {
        TrialRequest wide = new Wide(List.of(Requested.shell("true")));

        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> RequestCheck.check(wide))
                .withMessage("trial wide: asks for 2 nodes, and this scheduler has one for each trial;"
                        + " use --scheduler slurm or kubernetes");
        assertThatCode(() -> RequestCheck.checkOnNodes(wide)).doesNotThrowAnyException();
    }
}
