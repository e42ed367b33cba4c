package dev.amdahl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class PinnedH2Test {
    @Test
    void onlyTheQualifiedVersionIsOnTheClassPath() throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:h2:mem:");
                var result = connection.createStatement().executeQuery("SELECT H2VERSION()")) {
            assertThat(result.next()).isTrue();
            assertThat(result.getString(1)).isEqualTo("2.4.240");
        }
    }
}
