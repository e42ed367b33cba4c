package dev.amdahl.core.internal.timeline.sites;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FramePlaceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "train.py(120): step | train.py | 120 | step",
                "/app/src/train.py(120): <module> | /app/src/train.py | 120 | <module>",
                "train.py:120 | train.py | 120 | ~~",
                "train.py:120 step | train.py | 120 | step",
                "src/train.py:120: in step | src/train.py | 120 | step",
                "step (src/train.py:120) | src/train.py | 120 | step",
                "File \"/app/train.py\", line 120, in step | /app/train.py | 120 | step",
                "C:\\work\\train.py(7): main | C:/work/train.py | 7 | main",
                "Trainer.java:88 | Trainer.java | 88 | ~~",
                "dev.acme.Trainer.step(Trainer.java:88) | dev/acme/Trainer.java | 88 | step",
                "dev.acme.Trainer$Inner.lambda$step$0(Trainer.java:88) | dev/acme/Trainer.java | 88 | step",
                "Trainer.step:88 | Trainer.java | 88 | step",
                "dev.acme.Trainer$Inner.step:88 | dev/acme/Trainer.java | 88 | step",
            })
    void readsTheFormsThatProfilersWrite(String frame, String path, int line, String function) {
        assertThat(FramePlace.of(frame)).contains(new FramePlace(path, line, function));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<built-in method item of Tensor object at 0x7f>",
                "aten::item",
                "nn.Module: Linear_0",
                "libcuda.so.1",
                "train.py(x): step",
                "train.py:99999999999",
                "[kernel.kallsyms]",
                "std::vector<int>::at(unsigned long)"
            })
    void namesNoPlaceWhereTheTextHasNone(String frame) {
        assertThat(FramePlace.of(frame)).isEmpty();
    }

    @Test
    void hugeTextIsNoPlace() {
        assertThat(FramePlace.of("a".repeat(1_000_000) + ".py:3")).isEmpty();
        assertThat(FramePlace.of("(".repeat(1_000))).isEmpty();
    }
}
