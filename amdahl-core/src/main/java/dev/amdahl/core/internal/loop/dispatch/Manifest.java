package dev.amdahl.core.internal.loop.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/** Everything that an arm was asked to run with, setting by setting; its name, which only tells the order, aside. */
record Manifest(Map<String, String> settings) {

    static Manifest of(ArmRequest arm) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("command", arm.command().toString());
        arm.environment().forEach((name, value) -> settings.put("environment " + name, value));
        settings.put("directory", arm.directory().map(Object::toString).orElse(""));
        settings.put("time_limit", arm.timeLimit().toString());
        settings.put("output_limit", Long.toString(arm.outputLimitBytes()));
        settings.put("seed", Long.toString(arm.seed()));
        settings.put("traced", Boolean.toString(arm.isTraced()));
        settings.put("outputs", arm.outputs().toString());
        settings.put("keep", arm.keep().stream().sorted().toList().toString());
        settings.put("measures", new TreeMap<>(arm.measures()).toString());
        return new Manifest(settings);
    }

    /** SHA-256 over all settings. */
    String digest() {
        StringBuilder text = new StringBuilder();
        settings.forEach((name, value) ->
                text.append(name.length()).append(name).append(value.length()).append(value));
        return Hashing.sha256().hashString(text, UTF_8).toString();
    }

    /** Names of the settings that differ, in alphabetical order. */
    List<String> differences(Manifest other) {
        TreeSet<String> names = new TreeSet<>(settings.keySet());
        names.addAll(other.settings.keySet());
        names.removeIf(name -> Objects.equals(settings.get(name), other.settings.get(name)));
        return List.copyOf(names);
    }

    /** What the ledger keeps of a request. */
    static Entry entry(TrialRequest request) {
        List<Manifest> arms = request.arms().stream().map(Manifest::of).toList();
        return new Entry.ArmsFixed(
                request.key(),
                arms.stream().map(Manifest::digest).toList(),
                arms.get(0).differences(arms.get(arms.size() - 1)));
    }
}
