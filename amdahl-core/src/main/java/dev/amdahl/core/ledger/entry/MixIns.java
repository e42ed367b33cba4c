package dev.amdahl.core.ledger.entry;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.Sampling;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.HotPlace;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Names of the closed sets of subtypes in JSON; the vocabulary itself knows nothing of JSON. */
final class MixIns {
    private MixIns() {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = ConfigChange.class, name = "config"),
        @JsonSubTypes.Type(value = PatchChange.class, name = "patch")
    })
    interface OfChange {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = LeverSetting.Environment.class, name = "environment"),
        @JsonSubTypes.Type(value = LeverSetting.Argument.class, name = "argument"),
        @JsonSubTypes.Type(value = LeverSetting.Flag.class, name = "flag"),
        @JsonSubTypes.Type(value = LeverSetting.AcceleratorCount.class, name = "accelerator_count"),
        @JsonSubTypes.Type(value = LeverSetting.PowerCap.class, name = "power_cap"),
        @JsonSubTypes.Type(value = LeverSetting.ShellCommand.class, name = "shell_command"),
        @JsonSubTypes.Type(value = LeverSetting.Undeclared.class, name = "undeclared")
    })
    interface OfTarget {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = OutputRule.Exact.class, name = "exact"),
        @JsonSubTypes.Type(value = OutputRule.Numeric.class, name = "numeric"),
        @JsonSubTypes.Type(value = OutputRule.Json.class, name = "json"),
        @JsonSubTypes.Type(value = OutputRule.Command.class, name = "command")
    })
    interface OfOutputComparison {}

    /** What an earlier version did not record of an arm, or wrote as one text. */
    abstract static class OfArmResult {
        @JsonSetter(nulls = Nulls.AS_EMPTY)
        Map<EnvironmentFact, String> circumstances = Map.of();

        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<String> sharedProcess = Optional.empty();

        @JsonProperty("unmeasured")
        @JsonFormat(
                with = {
                    JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY,
                    JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED
                })
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @JsonSetter(nulls = Nulls.AS_EMPTY)
        List<String> notes = List.of();
    }

    /** What an earlier version did not record of a metric. */
    abstract static class OfMetric {
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<String> pacedBy = Optional.empty();
    }

    /** What an earlier version did not record of a plan. */
    abstract static class OfPlan {
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Sampling> sampling = Optional.empty();
    }

    /** What an earlier version did not record of a result. */
    abstract static class OfRunResult {
        @JsonSetter(nulls = Nulls.AS_EMPTY)
        List<Integer> voidArms = List.of();

        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @JsonSetter(nulls = Nulls.AS_EMPTY)
        List<RunResult.WindowPair> windows = List.of();
    }

    /** What an earlier version did not record of a diagnosis, written only where there is any. */
    abstract static class OfDiagnosis {
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @JsonSetter(nulls = Nulls.AS_EMPTY)
        List<HotPlace> places = List.of();
    }

    /** What an earlier version did not record of a vote, written only where there is any. */
    abstract static class OfVote {
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @JsonSetter(nulls = Nulls.AS_EMPTY)
        List<String> looked = List.of();
    }

    /** What an earlier version did not record of an answer, written only where it is given. */
    abstract static class OfReview {
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<String> audit = Optional.empty();
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = ValueSource.Stdout.class, name = "stdout"),
        @JsonSubTypes.Type(value = ValueSource.Json.class, name = "json")
    })
    interface OfValueSource {}
}
