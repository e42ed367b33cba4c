package dev.amdahl.core.internal.ledger.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.event.Event;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class EventLineTest {
    private static final String SIGNS = "ab09{}[]:,. \"\\\n\t\u0001\u007f\u00e9\u2028\ud83d\ude00";

    private final SplittableRandom random = new SplittableRandom(20260301);

    private Event event(String kind, String subject) {
        Instant at = Instant.ofEpochSecond(random.nextLong(1L << 33), random.nextInt(1_000_000_000));
        return Event.after(Event.GENESIS, 1 + random.nextLong(1L << 50), at, kind, subject, "{\"a\":[1,\"}\"]}");
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append(SIGNS.charAt(random.nextInt(SIGNS.length())));
        }
        return text.toString();
    }

    @Test
    void whatIsWrittenIsRead() {
        int plain = 0;
        for (int i = 0; i < 2_000; i++) {
            Event event = event("Moved", text().replaceAll("[\ud800-\udfff]", ""));
            String line = EventLine.of(event);
            assertThat(EventLine.parse(line)).contains(event);
            plain += new FastEventLineParser(line).event() == null ? 0 : 1;
        }
        assertThat(plain).isBetween(200, 1_800);
    }

    @Test
    void aLineIsReadAloneTheSameWayAsByAReaderOfAllJson() {
        int events = 0;
        for (int i = 0; i < 5_000; i++) {
            StringBuilder line = new StringBuilder(EventLine.of(event("Moved", "job-" + i)));
            for (int changes = random.nextInt(3); changes > 0; changes--) {
                int place = random.nextInt(line.length());
                line.replace(place, place + random.nextInt(2), text());
            }
            assertThat(EventLine.parse(line.toString())).isEqualTo(EventLine.parseAny(line.toString()));
            events += EventLine.parse(line.toString()).isPresent() ? 1 : 0;
        }
        assertThat(events).isBetween(1_250, 4_750);
    }

    @Test
    void numbersThatAreNotWrittenSoAreNoEvents() {
        String line = EventLine.of(Event.after(Event.GENESIS, 7, Instant.EPOCH, "Moved", "a", "{}"));
        for (String number : new String[] {"07", "+7", "7.0", "7e0", "", "9223372036854775808"}) {
            assertThat(EventLine.parse(line.replace("\"seq\":7", "\"seq\":" + number)))
                    .isEmpty();
        }
        assertThat(EventLine.parse(line.replace("\"seq\":7", "\"seq\":" + Long.MAX_VALUE)))
                .isPresent();
    }
}
