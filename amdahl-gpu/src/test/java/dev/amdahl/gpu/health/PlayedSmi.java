package dev.amdahl.gpu.health;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A shell script that answers as a driver did, from what was recorded. */
final class PlayedSmi {
    private static final String HEALTHY_ROWS = "GPU-1, 0, 0, No, No";

    private PlayedSmi() {}

    /** Answers with these resources; it goes on, once it has told of the devices, as the shell command says. */
    static Smi of(Path folder, String help, String rows, String then) {
        return of(folder, help, rows, HEALTHY_ROWS, then);
    }

    static Smi of(Path folder, String help, String rows, String remapped, String then) {
        try {
            Files.writeString(folder.resolve("help"), text(help));
            Files.writeString(folder.resolve("rows"), text(rows));
            Path script = folder.resolve("nvidia-smi");
            Files.writeString(script, """
                    cd '%s' || exit 9
                    case "$*" in
                        --help-query-gpu) cat help ;;
                        --query-remapped-rows=*) echo '%s' ;;
                        *-lms*) cat rows; cat rows; %s ;;
                        *) cat rows ;;
                    esac
                    """.formatted(folder, remapped, then));
            return Smi.of("sh", script.toString()).within(Duration.ofSeconds(30));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(String resource) {
        try (InputStream in = PlayedSmi.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
