package dev.amdahl.spi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.BuildRequest;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuiltVariant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link Builder} as a test suite. Extend it and supply an instance. */
public abstract class BuilderContract {

    /** Returns the builder to examine; the same trees behind it at each call. */
    protected abstract Builder builder();

    /** Returns a request without a patch that builds. */
    protected abstract BuildRequest incumbent();

    /** Returns the same source with a patch that builds. */
    protected abstract BuildRequest patched();

    /** Returns the same source with a patch that cannot be applied or built. */
    protected abstract BuildRequest broken();

    @Test
    protected void buildsIntoAFolderAndNamesTheCommit() {
        BuiltVariant built = builder().build(incumbent());

        assertThat(built.directory()).isAbsolute().isDirectory();
        assertThat(built.commit()).isNotBlank();
    }

    @Test
    protected void givesTheSameTreeForTheSameRequest() {
        assertThat(builder().build(patched()).directory())
                .isEqualTo(builder().build(patched()).directory());
    }

    @Test
    protected void keepsVariantAndIncumbentApart() {
        BuiltVariant variant = builder().build(patched());
        BuiltVariant incumbent = builder().build(incumbent());

        assertThat(variant.directory()).isNotEqualTo(incumbent.directory());
        assertThat(variant.commit()).isEqualTo(incumbent.commit());
    }

    @Test
    protected void buildsOnceWhenAskedFromManyThreads() {
        Builder builder = builder();
        List<BuiltVariant> built = IntStream.range(0, 4)
                .parallel()
                .mapToObj(call -> builder.build(patched()))
                .toList();

        assertThat(built)
                .extracting(BuiltVariant::directory)
                .hasSize(4)
                .containsOnly(built.get(0).directory());
    }

    @Test
    protected void saysWhyABuildFailedEachTime() {
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> builder().build(broken()))
                    .isInstanceOf(BuildFailedException.class)
                    .hasMessageMatching("(?s).{20,}");
        }
    }
}
