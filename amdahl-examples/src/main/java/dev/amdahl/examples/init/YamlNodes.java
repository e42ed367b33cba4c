package dev.amdahl.examples.init;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Looks into documents of YAML that somebody else defined: what is not there, or is something else, is empty. */
final class YamlNodes {
    private YamlNodes() {}

    /** Returns what stands below some keys, one in the other. */
    static Optional<Node> at(Node node, String... keys) {
        Optional<Node> found = Optional.of(node);
        for (String key : keys) {
            found = Optional.ofNullable(entries(found).get(key));
        }
        return found;
    }

    /** Returns the entries of a mapping whose keys are words. */
    static Map<String, Node> entries(Optional<Node> node) {
        Map<String, Node> entries = new LinkedHashMap<>();
        if (node.orElse(null) instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode key) {
                    entries.put(key.getValue(), tuple.getValueNode());
                }
            }
        }
        return entries;
    }

    /** Returns the items of a list. */
    static List<Node> items(Optional<Node> node) {
        return node.orElse(null) instanceof SequenceNode list ? list.getValue() : List.of();
    }

    /** Returns a single value, as it was written. */
    static Optional<String> text(Optional<Node> node) {
        return node.orElse(null) instanceof ScalarNode scalar ? Optional.of(scalar.getValue()) : Optional.empty();
    }
}
