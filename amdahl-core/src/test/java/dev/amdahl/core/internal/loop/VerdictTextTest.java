package dev.amdahl.core.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VerdictTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "its job is no longer declared|true",
                "its job is not declared any more|true",
                "its trials would be of two different programs: the job does not declare x|true",
                "its trials would be of two programs: the job does not declare x|true",
                "no effect larger than 15 %|false"
            })
    void whatPeopleChangedIsKnownByTheWordsOfEarlierVersionsToo(String reason, boolean isOfDeclaration) {
        assertThat(VerdictText.isOfDeclaration(reason)).isEqualTo(isOfDeclaration);
    }
}
