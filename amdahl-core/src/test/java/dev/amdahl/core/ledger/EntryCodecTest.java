package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EntryCodec;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EntryCodecTest {
    private static Event event(String kind, String payload) {
        return Event.after(Event.GENESIS, 1, Entries.START, kind, "s", payload);
    }

    @Test
    void everyEntryReadsBackAsItWasAndIsWrittenTheSameAgain() {
        List<Entry> story = new ArrayList<>(Entries.wholeStory("h1"));
        story.add(new Entry.EvidenceKept("h1-k1", "trace", "ab".repeat(32), 70_000));
        assertThat(story).hasSizeGreaterThan(20).allSatisfy(entry -> {
            String payload = EntryCodec.payload(entry);
            Entry back = EntryCodec.entry(event(EntryCodec.kind(entry), payload));
            assertThat(back).isEqualTo(entry);
            assertThat(EntryCodec.payload(back)).isEqualTo(payload);
            assertThat(payload).isPrintable();
        });
    }

    @Test
    void numbersAreReadToTheLastBit() {
        SplittableRandom random = new SplittableRandom(20260301);
        for (int i = 0; i < 5_000; i++) {
            double drawn = Double.longBitsToDouble(random.nextLong());
            double number = Double.isFinite(drawn) ? drawn : random.nextDouble();
            assertThat(EntryCodec.read(EntryCodec.write(number), Double.class)).isEqualTo(number);
            BigDecimal between = new BigDecimal(number)
                    .add(new BigDecimal(Math.nextUp(number)))
                    .divide(BigDecimal.valueOf(2));
            String nearest = between.round(new MathContext(20 + i % 40)).toString();
            assertThat(EntryCodec.read(nearest, Double.class)).isEqualTo(Double.parseDouble(nearest));
        }
    }

    @Test
    void aPlanAndAnAnswerOfAnEarlierVersionAreRead() {
        RunPlan plan = Entries.runPlan("k", "h1");
        String then =
                EntryCodec.write(plan).replace(",\"limitSeconds\":null", "").replace(",\"price\":null", "");
        assertThat(then).doesNotContain("limitSeconds").doesNotContain("price");
        assertThat(EntryCodec.read(then, RunPlan.class)).isEqualTo(plan);
        String answer = EntryCodec.write(Entries.review("h1", true)).replace(",\"minutes\":null", "");
        assertThat(answer).doesNotContain("minutes");
        assertThat(EntryCodec.read(answer, Review.class)).isEqualTo(Entries.review("h1", true));
    }

    @Test
    void aResultOfAnEarlierVersionIsRead() {
        RunResult now = new RunResult("host-1", List.of(), OptionalDouble.of(.1), List.of(), Optional.of("hot"), 2);
        String then = EntryCodec.write(now).replace(",\"voidArms\":[]", "");
        assertThat(then).doesNotContain("voidArms");
        assertThat(EntryCodec.read(then, RunResult.class)).isEqualTo(now);
    }

    @Test
    void anArmRecordedBeforeCircumstancesWereIsReadWithNone() {
        String now = EntryCodec.write(Entries.result().arms().get(0));
        String before = now.replaceFirst("\"circumstances\":\\{[^}]*},", "");

        assertThat(before).isNotEqualTo(now);
        assertThat(EntryCodec.read(before, ArmResult.class).circumstances()).isEmpty();
    }

    @Test
    void whatEarlierVersionsDidNotRecordIsReadAsUnknown() {
        assertThat(EntryCodec.entry(
                        event("FamilySeen", "{\"acceleratorType\":\"h200\",\"epoch\":\"0\",\"family\":\"eval\"}")))
                .isEqualTo(new Entry.FamilySeen("eval", "h200", "0"));
        assertThat(EntryCodec.entry(
                        event("SetOpened", "{\"hypothesis\":\"h1\",\"incumbent\":[],\"set\":2,\"trials\":8}")))
                .isEqualTo(new Entry.SetOpened("h1", 2, 8, List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"summary\":null}",
                "{\"summary\":1}",
                "{\"summary\":\"a\",\"summary\":\"b\"}",
                "{\"summary\":\"a\"} {}",
                "{\"summary\":\"a\",\"more\":1}",
                "[\"a\"]",
                "{\"@class\":\"java.lang.Runtime\",\"summary\":\"a\"}"
            })
    void whatIsNotExactlyAnEntryIsRefused(String payload) {
        assertThatThrownBy(() -> EntryCodec.entry(event("CycleEnded", payload)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void deepNestingIsRefused() {
        String deep = "{\"summary\":" + "[".repeat(100) + "]".repeat(100) + "}";
        assertThatThrownBy(() -> EntryCodec.entry(event("CycleEnded", deep)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aKindOutsideTheClosedSetIsRefused() {
        assertThatThrownBy(() -> EntryCodec.entry(event("java.lang.Runtime", "{}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown kind");
    }

    @Test
    void aSubtypeOutsideTheClosedSetIsRefused() {
        Entry entry = new Entry.Proposed(Entries.hypothesis("h1"), Entries.screening(), Optional.empty());
        String payload = EntryCodec.payload(entry);
        assertThat(payload).contains("\"type\":\"config\"");
        String foreign = payload.replace("\"type\":\"config\"", "\"type\":\"java.io.File\"");
        assertThatThrownBy(() -> EntryCodec.entry(event("Proposed", foreign)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void numbersThatAreNotFiniteAreTexts() {
        assertThat(EntryCodec.write(Entries.screening())).contains("\"acceleratorCeiling\":\"Infinity\"");
    }

    @Test
    void whatIsTooLargeIsRefused() {
        String patch = "+x\n".repeat(400_000);
        Entry entry = new Entry.Proposed(
                Entries.hypothesis("h1", new PatchChange(patch, List.of("a")), List.of("e")),
                Entries.screening(),
                Optional.empty());
        assertThatThrownBy(() -> EntryCodec.payload(entry))
                .isInstanceOf(IllegalMoveException.class)
                .hasMessageContaining("characters");
    }
}
