package dev.amdahl.core.trial;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The working directories that a trial was given, which trials share and which are not the library's to tidy. */
public final class Directories {
    private Directories() {}

    /** Returns a name for each, the same for all ways to write its path; trials that share one run one at a time. */
    public static List<String> names(TrialRequest request) throws IOException {
        Set<String> names = new TreeSet<>();
        for (ArmRequest arm : request.arms()) {
            if (arm.directory().isPresent()) {
                names.add(name(arm.directory().get()));
            }
        }
        return List.copyOf(names);
    }

    private static String name(Path directory) throws IOException {
        try {
            byte[] path = directory.toRealPath().toString().getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(path), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns a file that an arm is declared to write and that is there already. */
    public static Optional<Path> existing(TrialRequest request) {
        return request.arms().stream()
                .flatMap(arm -> files(arm).stream())
                .filter(Directories::isThere)
                .findFirst();
    }

    /** Moves what an arm wrote before it was stopped into its folder, so that the next trial finds the directory as this one did. */
    public static void moveLeftovers(TrialRequest request, TrialFolder trial) throws IOException {
        List<ArmRequest> arms = new ArrayList<>(request.arms());
        Collections.reverse(arms);
        for (ArmRequest arm : arms) {
            Path run = trial.path().resolve(arm.name()).resolve("run");
            boolean hasBegun = Files.exists(run.resolveSibling("begun.tmp"));
            if (arm.directory().isPresent() && hasBegun) {
                for (Path file : files(arm)) {
                    Path kept = run.resolve(directory(arm).relativize(file));
                    if (isThere(file)) {
                        Files.createDirectories(kept.resolveSibling("."));
                        Files.move(file, kept, StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
        }
    }

    private static List<Path> files(ArmRequest arm) {
        return arm.directory().isEmpty()
                ? List.of()
                : arm.written().stream()
                        .map(path -> directory(arm).resolve(path).normalize())
                        .toList();
    }

    private static Path directory(ArmRequest arm) {
        return arm.directory().orElseThrow().toAbsolutePath().normalize();
    }

    private static boolean isThere(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }
}
