package dev.amdahl.examples.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.Plugins;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code plugins}: what is on the class path, ready or not ready and why. */
@Command(name = "plugins", description = "List the plugins: ready, or not ready and why.", footer = "  amdahl plugins")
final class PluginsCommand extends CliCommand {
    @Override
    public Answer answer() {
        List<Plugins.Found> all = plugins().all();
        ObjectNode json = Json.object();
        json.set(
                "plugins",
                Json.array(
                        all,
                        found -> Json.object()
                                .put("kind", found.kind())
                                .put("name", found.name())
                                .put("availability", found.availability().isReady() ? "ready" : "unavailable")
                                .put("reason", found.availability().reason())));
        Table table = new Table("kind", "name", "availability");
        all.forEach(found -> table.row(
                found.kind(),
                found.name(),
                found.availability().isReady()
                        ? "ready"
                        : "not ready: " + found.availability().reason()));
        return Answer.of(json, table.toString());
    }
}
