package dev.amdahl.examples.jobs;

import dev.amdahl.core.internal.report.review.ReviewSettings.Role;
import dev.amdahl.core.internal.report.review.ReviewSettings.User;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A {@code users.yaml}: who may call a control room and do what there.
 *
 * @param users in its order; at least one
 */
public record UsersFile(List<User> users) {
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rwx------");
    private static final String NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    public UsersFile {
        users = List.copyOf(users);
    }

    /**
     * Reads a users file that its owner alone may read and write.
     *
     * @throws InvalidInputException one line with file, line, key, the offending value and the remedy
     */
    public static UsersFile read(Path path) {
        Path file = path.toAbsolutePath().normalize();
        Item list = YamlDocument.read(file).fields("users").required("users", "add a list of users under 'users:'");
        requirePrivate(file);
        Set<String> names = new HashSet<>();
        Set<String> hashes = new HashSet<>();
        List<User> users =
                list.list().stream().map(item -> user(item, names, hashes)).toList();
        if (users.isEmpty()) {
            throw list.error("holds no user", "add at least one with name, role and token_sha256");
        }
        return new UsersFile(users);
    }

    private static User user(Item item, Set<String> names, Set<String> hashes) {
        Fields fields = item.fields("name", "role", "token_sha256");
        Item name = fields.required("name", "give the name that the ledger is to have");
        if (!name.text().matches("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")) {
            throw name.error(
                    "'" + name.text() + "' is not a name", "use up to 64 letters, digits, '.', '_', '@' and '-'");
        }
        if (!names.add(name.text())) {
            throw name.error("a second user has the name '" + name.text() + "'", "rename one of them");
        }
        List<String> roles = Stream.of(Role.values()).map(Role::word).toList();
        Item role = fields.required("role", "give one of " + String.join(", ", roles));
        if (!roles.contains(role.text())) {
            throw role.error("unknown role '" + role.text() + "'", Nearest.remedy(role.text(), roles));
        }
        return new User(name.text(), Role.valueOf(role.text().toUpperCase(Locale.ROOT)), hash(fields, hashes));
    }

    private static String hash(Fields fields, Set<String> hashes) {
        Item given = fields.required("token_sha256", "give the SHA-256 of the token; docs/control-room.md says how");
        String hash = given.text().toLowerCase(Locale.ROOT);
        if (!hash.matches("[0-9a-f]{64}")) {
            throw given.error("is not a SHA-256", "give 64 hexadecimal digits, and not the token itself");
        }
        if (hash.equals(NOTHING)) {
            throw given.error("is the SHA-256 of nothing", "make a token; docs/control-room.md says how");
        }
        if (!hashes.add(hash)) {
            throw given.error("a second user has this token", "make another one: each user needs their own token");
        }
        return hash;
    }

    /** Who can write the file can make anybody a user, and who can read it can try tokens against it. */
    private static void requirePrivate(Path file) {
        try {
            if (Files.getFileStore(file).supportsFileAttributeView("posix")
                    && !OWNER.containsAll(Files.getPosixFilePermissions(file))) {
                throw new InvalidInputException(
                        file.toString(),
                        "others may read or write it: "
                                + PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
                        "run chmod 600 on it, and make new tokens if somebody may have used these");
            }
        } catch (IOException e) {
            throw new InvalidInputException(file.toString(), "its permissions cannot be read", "check the path", e);
        }
    }
}
