package dev.amdahl.core.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.job.AnomalySource;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PluginGuardTest {
    private static AnomalySource throwing(Error error) {
        return PluginGuard.of(
                AnomalySource.class,
                since -> {
                    throw error;
                },
                "the source");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                NoClassDefFoundError.class,
                StackOverflowError.class,
                AssertionError.class,
                IllegalAccessError.class
            })
    void anErrorOfAPluginNamesIt(Class<? extends Error> kind) throws ReflectiveOperationException {
        Error error = kind.getDeclaredConstructor().newInstance();

        assertThatThrownBy(() -> throwing(error).anomalies(Instant.EPOCH))
                .isInstanceOfSatisfying(
                        AmdahlException.class,
                        failed -> assertThat(failed.category()).isEqualTo(ErrorCategory.PLUGIN))
                .hasMessageContaining("the source (AnomalySource.")
                .hasMessageContaining(kind.getSimpleName())
                .hasCause(error);
    }

    @Test
    void memoryThatIsSpentIsNoErrorOfAPlugin() {
        OutOfMemoryError spent = new OutOfMemoryError("heap");

        assertThatThrownBy(() -> throwing(spent).anomalies(Instant.EPOCH)).isSameAs(spent);
    }
}
