package dev.amdahl.examples.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a jobs file opens for change, as an assistant needs it to propose. */
final class JobRows {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private JobRows() {}

    static ObjectNode of(List<JobSpec> jobs, Optional<String> family) {
        ObjectNode json = JSON.objectNode();
        ArrayNode rows = json.putArray("jobs");
        jobs.stream()
                .filter(job -> family.map(job.family()::equals).orElse(true))
                .forEach(job -> rows.add(row(job)));
        json.set(
                "classes",
                texts(Arrays.stream(Bottleneck.values()).map(Enum::name).toList()));
        return json;
    }

    private static ObjectNode row(JobSpec job) {
        ObjectNode row = JSON.objectNode().put("family", job.family());
        row.set("command", texts(job.command()));
        ArrayNode levers = row.putArray("levers");
        job.levers().forEach(lever -> levers.add(lever(lever)));
        row.set("editable", texts(job.source().map(SourceTree::editable).orElse(List.of())));
        return row;
    }

    private static ObjectNode lever(Lever lever) {
        ObjectNode row = JSON.objectNode().put("name", lever.name());
        if (lever.target() instanceof LeverSetting.Environment environment) {
            row.put("environment", environment.variable());
        }
        row.put("current", lever.current());
        row.set("values", texts(lever.values()));
        row.set("addresses", texts(lever.addresses().stream().map(Enum::name).toList()));
        return row;
    }

    private static ArrayNode texts(List<String> texts) {
        ArrayNode array = JSON.arrayNode();
        texts.forEach(array::add);
        return array;
    }
}
