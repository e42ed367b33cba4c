package dev.amdahl.examples.jobs;

import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A value of a YAML file that knows its place, and that reads itself as what is asked for or says why not. Immutable. */
final class Item {
    private static final int MAX_SHOWN = 60;

    private final Node node;
    private final Path file;
    private final String path;

    Item(Node node, Path file, String path) {
        this.node = node;
        this.file = file;
        this.path = path;
    }

    InvalidInputException error(String problem, String remedy) {
        return new InvalidInputException(place(), problem, remedy);
    }

    private String place() {
        String at = node.getStartMark()
                .map(mark -> file + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
                .orElse(file.toString());
        return path.isEmpty() ? at : at + ": " + path;
    }

    boolean isMapping() {
        return node instanceof MappingNode;
    }

    boolean isList() {
        return node instanceof SequenceNode;
    }

    /** Any scalar, as it was written. */
    String text() {
        if (!(node instanceof ScalarNode scalar)) {
            throw error("needs one value, was " + shown(), "write a single value");
        }
        if (scalar.getTag().equals(Tag.NULL) || scalar.getValue().isBlank()) {
            throw error("has no value", "give one, or remove the key");
        }
        if (scalar.getValue().indexOf('\0') >= 0) {
            throw error("holds a NUL character", "remove it");
        }
        return scalar.getValue();
    }

    /** Returns a scalar that may be empty text. */
    String textOrEmpty() {
        return node instanceof ScalarNode scalar && scalar.getValue().isEmpty() ? "" : text();
    }

    int positive() {
        return atLeast(1);
    }

    /** Returns a whole number of at least that. */
    int atLeast(int least) {
        String text = text();
        try {
            int value = Integer.parseInt(text);
            if (value >= least) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw error("'" + text + "' is not a whole number", "give one of at least " + least);
        }
        throw error("was " + text, "give a whole number of at least " + least);
    }

    /** Returns a finite number that is not negative. */
    double amount() {
        String text = text();
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw error("'" + text + "' is not a number", "give a number of at least 0");
        }
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw error("was " + text, "give a number of at least 0");
        }
        return value;
    }

    /** {@code 15%} or {@code .15}, at most 1. */
    double fraction() {
        String text = text().strip();
        boolean percent = text.endsWith("%");
        double value;
        try {
            value = Double.parseDouble(percent ? text.substring(0, text.length() - 1) : text) / (percent ? 100 : 1);
        } catch (NumberFormatException e) {
            throw error("'" + text + "' is not a fraction", "write it like 15%");
        }
        if (!(value >= 0 && value <= 1)) {
            throw error("was " + text, "give a fraction between 0% and 100%");
        }
        return value;
    }

    Duration duration() {
        String text = text();
        return Durations.parse(text).orElseThrow(() -> error("'" + text + "' is not a duration", Durations.REMEDY));
    }

    boolean flag() {
        String text = text().toLowerCase(Locale.ROOT);
        if (!text.equals("true") && !text.equals("false")) {
            throw error("'" + text + "' is neither true nor false", "write true or false");
        }
        return text.equals("true");
    }

    <E extends Enum<E>> E oneOf(Class<E> type) {
        String text = text();
        List<String> names =
                Arrays.stream(type.getEnumConstants()).map(Enum::name).toList();
        if (!names.contains(text)) {
            throw error("unknown name '" + text + "'", Nearest.remedy(text, names));
        }
        return Enum.valueOf(type, text);
    }

    List<Item> list() {
        if (!(node instanceof SequenceNode sequence)) {
            throw error("needs a list, was " + shown(), "write it as [one, two] or with one '- ' line each");
        }
        List<Item> items = new ArrayList<>();
        for (Node each : sequence.getValue()) {
            items.add(new Item(each, file, path + "[" + items.size() + "]"));
        }
        return items;
    }

    List<String> texts() {
        return list().stream().map(Item::textOrEmpty).toList();
    }

    /** Returns a mapping whose keys are the user's own. */
    Map<String, Item> entries() {
        if (!(node instanceof MappingNode mapping)) {
            throw error("needs keys and values, was " + shown(), "write it as {key: value}");
        }
        Map<String, Item> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            Item keyItem = new Item(tuple.getKeyNode(), file, path);
            String key = keyItem.text();
            Item value = new Item(tuple.getValueNode(), file, path.isEmpty() ? key : path + "." + key);
            if (entries.put(key, value) != null) {
                throw keyItem.error("key '" + key + "' is given twice", "keep one of them");
            }
        }
        return entries;
    }

    /** Returns a mapping whose keys are known; any other key is an error that names the nearest. */
    Fields fields(String... known) {
        List<String> names = List.of(known);
        Map<String, Item> entries = entries();
        entries.forEach((key, value) -> {
            if (!names.contains(key)) {
                throw value.error("unknown key '" + key + "'", Nearest.remedy(key, names));
            }
        });
        return new Fields(this, entries);
    }

    private String shown() {
        if (node instanceof ScalarNode scalar) {
            String value = scalar.getValue().replaceAll("\\s+", " ");
            return value.isEmpty()
                    ? "empty"
                    : "'" + (value.length() > MAX_SHOWN ? value.substring(0, MAX_SHOWN) + "…" : value) + "'";
        }
        return isList() ? "a list" : "keys and values";
    }
}
