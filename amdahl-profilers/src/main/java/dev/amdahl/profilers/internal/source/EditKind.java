package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.profiler.SourceEdit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What one kind of change is called, and what it is for; its components are those of {@link SourceEdit}. */
record EditKind(String name, String title, String idea, List<Bottleneck> addresses, boolean needsDevice) {

    /**
     * The change of one file.
     *
     * @param diff empty text where it has no place there
     * @param lines from 1
     */
    record InFile(String file, String diff, Collection<Integer> lines) {}

    /** Returns it over the files of a program; empty where none has a place for it. */
    Optional<SourceEdit> over(List<InFile> files) {
        StringBuilder diff = new StringBuilder();
        List<String> places = new ArrayList<>();
        for (InFile each : files) {
            if (!each.diff().isEmpty()) {
                diff.append(each.diff());
                each.lines().forEach(line -> places.add(each.file() + ":" + line));
            }
        }
        return places.isEmpty()
                ? Optional.empty()
                : Optional.of(new SourceEdit(name, title, idea, addresses, needsDevice, places, diff.toString()));
    }
}
