package dev.amdahl.profilers.internal.xplane;

import dev.amdahl.profilers.internal.Unreadable;
import dev.amdahl.profilers.internal.kineto.document.TraceInput;
import dev.amdahl.profilers.internal.kineto.lane.MemoryBudget;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code XSpace} of {@code xplane.proto}. In each plane the names stand behind the events that have them. Not thread-safe, used once. */
final class XplaneDocument {
    private static final String REMEDY = "write the profile again, whole, or of fewer steps";
    private static final Pattern GPU = Pattern.compile("/device:GPU:(\\d{1,4})");
    private static final Pattern STREAM = Pattern.compile("^Stream #(\\d{1,9})");
    private static final String OTHER_DEVICE = "/device:";
    private static final int MAX_BYTES = 1 << 30;
    private static final int MAX_NAME = 2_000;

    private final String file;
    private final MemoryBudget room;
    private final XplaneLanes lanes;

    XplaneDocument(Artifact artifact, ProfileLimits limits) {
        file = artifact.path().toString();
        room = new MemoryBudget(file);
        lanes = new XplaneLanes(file, limits, room);
        ProtoFields space = ProtoFields.of(file, bytes(artifact, limits));
        boolean any = false;
        while (space.next()) {
            if (space.field(true) == 1) {
                any = true;
                plane(space);
            }
        }
        if (!any) {
            throw new InvalidInputException(file, "holds no plane of XLA's profiler", REMEDY);
        }
    }

    XplaneLanes lanes() {
        return lanes;
    }

    private byte[] bytes(Artifact artifact, ProfileLimits limits) {
        int most = (int) Math.min(MAX_BYTES, limits.maxBytes());
        try (InputStream in = TraceInput.open(artifact.path(), most, read -> {})) {
            byte[] bytes = in.readAllBytes();
            room.take(bytes.length);
            return bytes;
        } catch (IOException e) {
            throw Unreadable.file(artifact.path(), e, REMEDY);
        }
    }

    private void plane(ProtoFields space) {
        Plane plane = new Plane();
        for (ProtoFields fields = space.message(); fields.next(); ) {
            switch (fields.field(true)) {
                case 2 -> plane.name = fields.text(MAX_NAME);
                case 4 -> named(fields.message(), plane.events);
                case 5 -> named(fields.message(), plane.stats);
                default -> {}
            }
        }
        Matcher gpu = GPU.matcher(plane.name);
        boolean isHost = plane.name.equals("/host:CPU");
        for (ProtoFields fields = space.message(); fields.next(); ) {
            int field = fields.field(true);
            if (field == 6) {
                Stat stat = new Stat(fields.message(), plane);
                if (stat.name.equals("profile_start_time")) {
                    lanes.beginsAt(stat.number);
                }
            } else if (field == 3 && (isHost || plane.name.startsWith(OTHER_DEVICE))) {
                line(fields, plane, gpu.matches() ? Integer.parseInt(gpu.group(1)) : -1, isHost);
            }
        }
    }

    private void line(ProtoFields within, Plane plane, int device, boolean isHost) {
        String name = "";
        long id = -1;
        long origin = 0;
        for (ProtoFields line = within.message(); line.next(); ) {
            switch (line.field(false)) {
                case 1 -> id = line.value();
                case 3 -> origin = line.value();
                default -> name = line.field(true) == 2 ? line.text(MAX_NAME) : name;
            }
        }
        Matcher stream = STREAM.matcher(name);
        boolean isStream = device >= 0 && stream.find();
        XplaneLanes.@Nullable Line line = isHost
                ? lanes.thread(name, id)
                : isStream ? lanes.stream(device, Integer.parseInt(stream.group(1))) : null;
        for (ProtoFields fields = within.message(); fields.next(); ) {
            if (fields.field(true) == 4) {
                if (line == null) {
                    lanes.leaveOut(plane.name + (device < 0 ? "" : ", " + name));
                } else {
                    lanes.add(line, event(fields.message(), plane, origin));
                }
            }
        }
    }

    private static XplaneEvent event(ProtoFields fields, Plane plane, long origin) {
        XplaneEvent event = new XplaneEvent();
        event.origin = origin;
        while (fields.next()) {
            switch (fields.field(false)) {
                case 1 -> event.name = plane.events.getOrDefault(fields.value(), "");
                case 2 -> event.offset = fields.value();
                case 3 -> event.duration = fields.value();
                default -> {
                    if (fields.field(true) == 4) {
                        event.add(new Stat(fields.message(), plane));
                    }
                }
            }
        }
        return event;
    }

    /** An entry of a map from numbers to things that have a name. */
    private void named(ProtoFields entry, Map<Long, String> names) {
        long key = 0;
        String name = "";
        while (entry.next()) {
            key = entry.field(false) == 1 ? entry.value() : key;
            if (entry.field(true) == 2) {
                for (ProtoFields metadata = entry.message(); metadata.next(); ) {
                    name = metadata.field(true) == 2 ? metadata.text(MAX_NAME) : name;
                }
            }
        }
        room.take(100 + 2L * name.length());
        names.put(key, name);
    }

    private static final class Plane {
        final Map<Long, String> events = new HashMap<>();
        final Map<Long, String> stats = new HashMap<>();
        String name = "";
    }

    /** A named value: a number, -1 if it is none, or a text. */
    static final class Stat {
        final String name;
        final long number;
        final String text;

        Stat(ProtoFields fields, Plane plane) {
            long key = 0;
            long found = -1;
            String written = "";
            while (fields.next()) {
                switch (fields.field(false)) {
                    case 1 -> key = fields.value();
                    case 3, 4 -> found = fields.value();
                    case 7 -> written = plane.stats.getOrDefault(fields.value(), "");
                    default -> written = fields.field(true) == 5 ? fields.text(MAX_NAME) : written;
                }
            }
            name = plane.stats.getOrDefault(key, "");
            number = found;
            text = written;
        }
    }
}
