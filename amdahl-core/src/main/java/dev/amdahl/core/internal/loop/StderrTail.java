package dev.amdahl.core.internal.loop;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.spi.PrivateKeyLines;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.experiment.ArmResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a command that failed said last on standard error, from the files that its arm left. */
public final class StderrTail {
    private static final int READ = 65_536;
    private static final int MAX_LENGTH = 160;
    /** What the sandbox says of itself stands in the ledger already. */
    private static final String SANDBOX = "amdahl sandbox:";

    private StderrTail() {}

    /** Returns the last line, without secrets and on one line, as the end of a sentence; empty text if there is none. */
    public static String of(ArmResult arm) {
        return arm.folder()
                .flatMap(folder -> Stream.of("stderr.tail", "stderr")
                        .flatMap(name -> last(folder.resolve(name)).stream())
                        .findFirst())
                .map(line -> ": '" + line + "'")
                .orElse("");
    }

    private static Optional<String> last(Path file) {
        PrivateKeyLines keys = new PrivateKeyLines();
        return Redaction.lines(end(file).replaceAll("\\x1b\\[[0-9;:]{0,40}[mK]", "")).stream()
                .map(line ->
                        keys.shown(line).replaceAll("[\\p{Cc}\\p{Cf}\\s]+", " ").strip())
                .filter(line -> !line.isEmpty() && !line.startsWith(SANDBOX))
                .reduce((earlier, later) -> later)
                .map(line -> line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "...");
    }

    private static String end(Path file) {
        try (SeekableByteChannel in =
                Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            in.position(Math.max(0, in.size() - READ));
            ByteBuffer bytes = ByteBuffer.allocate(READ);
            int read;
            do {
                read = in.read(bytes);
            } while (read > 0);
            return new String(bytes.array(), 0, bytes.position(), UTF_8);
        } catch (IOException missing) {
            return "";
        }
    }
}
