package dev.amdahl.core.schedulers.local;

import dev.amdahl.core.internal.io.Disk;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;

/**
 * How a local scheduler is set up.
 *
 * @param root holds the folder {@code trials}
 * @param slotDirectory shared by all that measure on this machine for this user
 * @param cores processors that measurements may use
 * @param slots trials that may run at once
 * @param devices accelerators that trials may use
 * @param isOwned whether trials are for this process alone, and end between their arms once it is dead
 */
record LocalSettings(
        Path root, Path slotDirectory, int cores, int slots, Devices devices, boolean isOwned, Clock clock) {

    static LocalSettings at(Path root, Clock clock) {
        int cores = Runtime.getRuntime().availableProcessors();
        return new LocalSettings(root, sharedDirectory(), cores, Math.max(1, cores / 2), Devices.found(), false, clock);
    }

    LocalSettings owned() {
        return new LocalSettings(root, slotDirectory, cores, slots, devices, true, clock);
    }

    static LocalSettings from(PluginContext context) {
        LocalSettings defaults = at(context.setting("root").map(Path::of).orElse(context.directory()), context.clock());
        return new LocalSettings(
                defaults.root,
                context.setting("slot-directory").map(Path::of).orElse(defaults.slotDirectory),
                defaults.cores,
                context.setting("slots").map(LocalSettings::positive).orElse(defaults.slots),
                Devices.of(context),
                context.setting("owned").map(Boolean::parseBoolean).orElse(false),
                defaults.clock);
    }

    /** Makes the slot directory, readable by this user alone. */
    void prepare() {
        try {
            if (!Files.isDirectory(slotDirectory)) {
                Files.createDirectories(slotDirectory.toAbsolutePath().resolveSibling("."));
                Files.createDirectory(
                        slotDirectory,
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
        } catch (IOException e) {
            if (!Files.isDirectory(slotDirectory)) {
                throw Disk.failure(slotDirectory, e);
            }
        }
        if (!Files.isWritable(slotDirectory)) {
            throw new InvalidInputException(
                    slotDirectory.toString(), "cannot be written by this user", "remove it, or set java.io.tmpdir");
        }
    }

    private static int positive(String text) {
        if (!text.matches("[1-9]\\d{0,3}")) {
            throw new InvalidInputException(
                    "local scheduler, setting slots", "not a positive number: " + text, "correct it");
        }
        return Integer.parseInt(text);
    }

    private static Path sharedDirectory() {
        String owner;
        try {
            owner = Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString();
        } catch (IOException | UnsupportedOperationException e) {
            owner = System.getProperty("user.name");
        }
        return Path.of(System.getProperty("java.io.tmpdir"), "amdahl-slots-" + owner);
    }
}
