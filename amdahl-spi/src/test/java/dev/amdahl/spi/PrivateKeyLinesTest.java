package dev.amdahl.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PrivateKeyLinesTest {
    private static final String BODY = "MIIEpAIBAAKCAQEA7bq0c5".repeat(3);

    private static List<String> shown(String... lines) {
        PrivateKeyLines keys = new PrivateKeyLines();
        return List.of(lines).stream().map(keys::shown).toList();
    }

    @Test
    void aKeyIsHeldFromItsBeginningToItsEndHoweverItsLinesBegin() {
        assertThat(shown(
                        "step 1",
                        "12:00 INFO -----BEGIN RSA PRIVATE KEY-----",
                        "12:00 INFO " + BODY,
                        "12:00 INFO aGk=",
                        "12:00 INFO -----END RSA PRIVATE KEY-----",
                        "step 2"))
                .containsExactly(
                        "step 1",
                        PrivateKeyLines.SHOWN,
                        PrivateKeyLines.SHOWN,
                        PrivateKeyLines.SHOWN,
                        PrivateKeyLines.SHOWN,
                        "step 2");
        assertThat(shown("Private-Lines: 2", BODY, "Private-MAC: 12", "a b", "c d", "step 2"))
                .endsWith("step 2")
                .doesNotContain(BODY);
    }

    @Test
    void oneThatIsCutOffHoldsLittleOfWhatFollows() {
        assertThat(shown("-----BEGIN PRIVATE KEY-----", BODY, "loss is 1", "loss is 2", "loss is 3", "loss is 4"))
                .doesNotContain(BODY)
                .endsWith("loss is 3", "loss is 4");
        assertThat(shown("-----BEGIN CERTIFICATE-----", BODY)).contains(BODY);
        String whole = "-----BEGIN PRIVATE KEY-----" + BODY + "-----END PRIVATE KEY-----";
        assertThat(shown(whole, "next")).as("left to the redaction of a line").containsExactly(whole, "next");
    }
}
