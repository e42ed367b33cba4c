package dev.amdahl.examples.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class LoadTest {
    @Test
    void aBusyMachineIsNamedWithWhatItDoesToTheResult() {
        Load busy = Load.of("13.02 9.80 7.11 14/410 2931", 2);
        assertThat(busy.isHighNow()).isTrue();
        assertThat(busy.words())
                .isEqualTo(
                        "the machine is busy (load 13.0 on 2 cores): results will be noisy, and a real improvement may not be seen; stop"
                                + " other work first");
    }

    @Test
    void whatWasBusyAMomentAgoDoesNotMatter() {
        Load built = Load.of("1.80 1.10 .40 2/410 2931", 2);
        assertThat(built.isHigh()).isTrue();
        assertThat(built.isHighNow()).isFalse();
        assertThat(Load.of("0.90 9.80 7.11 9/410 2931", 2).isHighNow()).isFalse();
        assertThat(Load.of("13.02 9.80 7.11 14/410 2931", 64).isHighNow()).isFalse();
    }

    @Test
    void whatIsNoLoadIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Load.of("", 2));
        assertThatIllegalArgumentException().isThrownBy(() -> Load.of("a b c 1/2 3", 2));
    }
}
