package dev.amdahl.core.trial;

import com.fasterxml.jackson.core.JsonPointer;
import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Refuses requests that can never run, before anything is written. Thread-safe. */
public final class RequestCheck {
    private static final Pattern KEY = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");
    private static final Pattern ARM = Pattern.compile("[a-z][a-z0-9]{0,7}");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Set<String> RESERVED = Set.of(
            "AMDAHL_RUN_DIR",
            "AMDAHL_METRICS",
            "AMDAHL_OUTPUT",
            "AMDAHL_SEED",
            "AMDAHL_TRACE",
            "AMDAHL_STEPS",
            "AMDAHL_SWITCH",
            "AMDAHL_NODE",
            "AMDAHL_NODES",
            "AMDAHL_NODE_0");

    private RequestCheck() {}

    /**
     * Passes a request that one node can run.
     *
     * @throws InvalidInputException naming the arm and field that is wrong, or if it asks for several nodes
     */
    public static void check(TrialRequest request) {
        checkOnNodes(request);
        int nodes = request.accelerators().nodes();
        if (nodes > 1) {
            throw new InvalidInputException(
                    "trial " + request.key(),
                    "asks for " + nodes + " nodes, and this scheduler has one for each trial",
                    "use --scheduler slurm or kubernetes");
        }
    }

    /**
     * Passes a request for one node or for several: for schedulers that start an arm on all of them at once.
     *
     * @throws InvalidInputException naming the arm and field that is wrong
     */
    public static void checkOnNodes(TrialRequest request) {
        String place = "trial " + request.key();
        require(
                KEY.matcher(request.key()).matches(),
                place,
                "key",
                "is not 1 to 40 lower-case letters, digits, hyphens");
        require(!request.arms().isEmpty(), place, "arms", "are none");
        Set<String> names = new HashSet<>();
        for (ArmRequest arm : request.arms()) {
            require(
                    ARM.matcher(arm.name()).matches() && names.add(arm.name()),
                    place,
                    "arm name " + arm.name(),
                    "is taken or not like a, b");
            check(arm, place + " arm " + arm.name());
            String cap = arm.environment().get(PowerCaps.VARIABLE);
            if (cap != null) {
                require(
                        LeverSetting.PowerCap.isLimit(cap),
                        place + " arm " + arm.name(),
                        "cap on power " + cap,
                        "is not like 300 W or 80 %");
                require(
                        !request.accelerators().holdsNone()
                                && request.accelerators().nodes() == 1,
                        place + " arm " + arm.name(),
                        "cap on power " + cap,
                        "needs accelerators of one node");
            }
        }
    }

    private static void check(ArmRequest arm, String place) {
        require(!arm.command().isEmpty() && !arm.command().get(0).isEmpty(), place, "command", "is missing");
        arm.command().forEach(word -> require(word.indexOf('\0') < 0, place, "command", "holds a NUL character"));
        require(arm.timeLimit().toNanos() > 0, place, "time limit " + arm.timeLimit(), "is not positive");
        require(arm.outputLimitBytes() >= 0, place, "output limit " + arm.outputLimitBytes(), "is negative");
        for (Map.Entry<String, String> entry : arm.environment().entrySet()) {
            String name = entry.getKey();
            require(VARIABLE.matcher(name).matches(), place, "environment variable " + name, "is not a name");
            require(!RESERVED.contains(name), place, "environment variable " + name, "is set by the library");
            require(entry.getValue().indexOf('\0') < 0, place, "environment variable " + name, "holds a NUL character");
        }
        arm.directory()
                .ifPresent(directory -> require(
                        Files.isDirectory(directory),
                        place,
                        "directory " + directory,
                        "does not exist or is not a directory"));
        arm.written()
                .forEach(path -> require(isInside(path), place, "path " + path, "is not inside the working directory"));
        arm.measures().forEach((name, source) -> check(source, place + " measure " + name));
    }

    private static void check(ValueSource source, String place) {
        try {
            if (source instanceof ValueSource.Stdout stdout) {
                int groups = Pattern.compile(stdout.pattern()).matcher("").groupCount();
                require(groups > 0, place, "pattern " + stdout.pattern(), "has no group in parentheses");
            } else if (source instanceof ValueSource.Json json) {
                JsonPointer.compile(json.pointer());
            }
        } catch (PatternSyntaxException e) {
            throw new InvalidInputException(place, "not a regular expression: " + e.getDescription(), "correct it", e);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(place, "not a JSON pointer: " + e.getMessage(), "start it with /", e);
        }
    }

    private static boolean isInside(String path) {
        try {
            Path normal = Path.of(path).normalize();
            return !path.isEmpty()
                    && path.indexOf('\n') < 0
                    && !normal.isAbsolute()
                    && !normal.toString().isEmpty()
                    && !normal.startsWith("..");
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static void require(boolean holds, String place, String what, String problem) {
        if (!holds) {
            throw new InvalidInputException(place, what + " " + problem, "correct the request");
        }
    }
}
