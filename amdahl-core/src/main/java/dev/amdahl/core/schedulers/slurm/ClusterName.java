package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.schedulers.slurmcommands.CommandAnswer;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmCommands;
import dev.amdahl.spi.UnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a cluster calls itself, and its first controller; the controller is asked until it has answered once. Thread-safe. */
final class ClusterName {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterName.class);
    private static final Pattern NAME = Pattern.compile("(?m)^ClusterName\\s*=\\s*(\\S+)");
    private static final Pattern CONTROLLER =
            Pattern.compile("(?m)^(?:SlurmctldHost\\[0\\]|ControlMachine)\\s*=\\s*(\\S+)");

    private final SlurmCommands commands;
    private volatile Optional<String> known = Optional.empty();

    ClusterName(SlurmCommands commands) {
        this.commands = commands;
    }

    /** Empty if the controller does not answer. */
    Optional<String> find() {
        if (known.isEmpty()) {
            known = ask();
        }
        return known;
    }

    private Optional<String> ask() {
        try (CommandAnswer answer = commands.askSure("scontrol", List.of("show", "config"))) {
            String configuration = answer.text();
            return first(NAME, configuration)
                    .flatMap(name -> first(CONTROLLER, configuration).map(controller -> name + " at " + controller));
        } catch (UnavailableException | IOException e) {
            LOG.info("the name of the cluster is unknown: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }
}
