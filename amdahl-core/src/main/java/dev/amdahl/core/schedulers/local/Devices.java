package dev.amdahl.core.schedulers.local;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.experiment.TrialRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The accelerators of this machine that trials may use, each by one at a time.
 *
 * @param ids as {@code CUDA_VISIBLE_DEVICES} names them; none where no NVIDIA driver shows any, and then nobody counts them
 */
record Devices(List<String> ids) {
    /** The variable that tells a command which accelerators it was given. */
    static final String VISIBLE = "CUDA_VISIBLE_DEVICES";

    private static final Pattern ID = Pattern.compile("\\d{1,3}|(GPU|MIG)-[A-Za-z0-9/-]{1,120}");
    private static final Set<String> NONE = Set.of("", "-1");
    private static final Pattern NODE = Pattern.compile("nvidia\\d{1,3}");

    Devices {
        ids = List.copyOf(ids);
    }

    /** Returns those of the setting {@code devices}, else those that this process was given, else all that the driver shows. */
    static Devices of(PluginContext context) {
        return context.setting("devices")
                .map(text -> new Devices(named(text).orElseThrow(() -> wrong(text))))
                .orElseGet(Devices::found);
    }

    private static InvalidInputException wrong(String text) {
        return new InvalidInputException(
                "local scheduler, setting devices",
                "not a list of accelerators: " + text,
                "write indices or UUIDs with commas, such as 0,1");
    }

    static Devices found() {
        return new Devices(Optional.ofNullable(System.getenv(VISIBLE))
                .flatMap(Devices::visible)
                .orElseGet(Devices::shown));
    }

    /** Returns what a value of {@link #VISIBLE} lets a process see: an empty one, and {@code -1}, let it see none; empty for one that nobody can read. */
    static Optional<List<String>> visible(String text) {
        return NONE.contains(text.strip()) ? Optional.of(List.of()) : named(text);
    }

    private static Optional<List<String>> named(String text) {
        List<String> names = List.of(text.strip().split("\\s*,\\s*", -1));
        return names.stream().allMatch(name -> ID.matcher(name).matches())
                        && names.stream().distinct().count() == names.size()
                ? Optional.of(names)
                : Optional.empty();
    }

    private static List<String> shown() {
        try (Stream<Path> nodes = Files.list(Path.of("/dev"))) {
            long count = nodes.filter(node ->
                            NODE.matcher(String.valueOf(node.getFileName())).matches())
                    .count();
            return IntStream.range(0, (int) count).mapToObj(Integer::toString).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Returns whether a request must be given some of them before it may start. */
    boolean areNeeded(TrialRequest request) {
        return !request.accelerators().holdsNone() && !ids.isEmpty();
    }

    /**
     * Passes a request that can be given what it asks for.
     *
     * @throws InvalidInputException if it asks for more than there are
     */
    void check(TrialRequest request) {
        int count = request.accelerators().count();
        if (areNeeded(request) && own(request).isEmpty() && count > ids.size()) {
            throw new InvalidInputException(
                    "trial " + request.key() + " of " + request.family(),
                    "needs " + count + " accelerators and " + ids.size() + " may be used here",
                    "declare fewer, run it on a cluster, or name more by the scheduler's setting devices");
        }
    }

    /** Returns the accelerators for a request, if so many are free now; those that its arms name themselves, if they do. */
    Optional<List<String>> free(TrialRequest request, Slots slots) {
        if (!areNeeded(request)) {
            return Optional.of(List.of());
        }
        Set<String> own = own(request);
        int count = own.isEmpty() ? request.accelerators().count() : own.size();
        List<String> free = (own.isEmpty() ? ids : own)
                .stream().filter(id -> !slots.isUsed(id)).limit(count).toList();
        return free.size() == count ? Optional.of(free) : Optional.empty();
    }

    private static Set<String> own(TrialRequest request) {
        Set<String> own = new LinkedHashSet<>();
        request.arms().stream()
                .flatMap(arm -> Optional.ofNullable(arm.environment().get(VISIBLE)).stream())
                .flatMap(text -> named(text).stream())
                .forEach(own::addAll);
        return own;
    }
}
