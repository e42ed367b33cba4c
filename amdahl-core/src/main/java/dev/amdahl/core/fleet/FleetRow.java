package dev.amdahl.core.fleet;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.Utilisation;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** One row of a fleet file as text. Immutable. */
record FleetRow(String place, Map<String, String> values) {
    private static final Set<String> KNOWN = Set.of(
            "id",
            "family",
            "owner",
            "accelerator_type",
            "accelerators",
            "submitted",
            "started",
            "ended",
            "utilisation",
            "idle",
            "low",
            "high",
            "useful_in_low");

    FleetJob job() {
        Instant submitted = instant("submitted")
                .orElseThrow(() -> new InvalidInputException(place, "'submitted' is missing", "give an ISO instant"));
        Optional<Instant> started = instant("started");
        Optional<Instant> ended = instant("ended");
        ordered("submitted", Optional.of(submitted), "started", started);
        ordered("started", started, "ended", ended);
        ordered("submitted", Optional.of(submitted), "ended", ended);
        Map<String, String> labels = new TreeMap<>(values);
        labels.keySet().removeAll(KNOWN);
        labels.values().removeIf(String::isBlank);
        return new FleetJob(
                needed("id"),
                needed("family"),
                text("owner").orElse(""),
                accelerators(),
                submitted,
                started,
                ended,
                utilisation(),
                labels);
    }

    private void ordered(String first, Optional<Instant> earlier, String second, Optional<Instant> later) {
        if (earlier.isPresent() && later.isPresent() && later.get().isBefore(earlier.get())) {
            throw new InvalidInputException(
                    place,
                    "'" + second + "' " + later.get() + " is before '" + first + "' " + earlier.get(),
                    "mend the row");
        }
    }

    private Accelerators accelerators() {
        double count = number("accelerators").orElse(1);
        if (!(count >= 1 && count == Math.rint(count) && count <= 1e6)) {
            throw new InvalidInputException(
                    place, "'accelerators' is " + values.get("accelerators"), "give a whole number from 1 on");
        }
        return new Accelerators(text("accelerator_type").orElse("unknown"), (int) count);
    }

    private Optional<Utilisation> utilisation() {
        OptionalDouble useful = number("utilisation");
        OptionalDouble idle = number("idle");
        OptionalDouble low = number("low");
        OptionalDouble high = number("high");
        try {
            if (idle.isPresent() && low.isPresent() && high.isPresent()) {
                return Optional.of(new Utilisation(
                        idle.getAsDouble(),
                        low.getAsDouble(),
                        high.getAsDouble(),
                        number("useful_in_low").orElse(.5)));
            }
            return useful.isPresent()
                    ? Optional.of(new Utilisation(1 - useful.getAsDouble(), 0, useful.getAsDouble(), 0))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(
                    place, "utilisation: " + e.getMessage(), "give shares from 0 to 1, or leave the fields empty", e);
        }
    }

    private String needed(String name) {
        return text(name)
                .orElseThrow(() -> new InvalidInputException(place, "'" + name + "' is missing", "give every run one"));
    }

    private Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).map(String::strip).filter(value -> !value.isEmpty());
    }

    private Optional<Instant> instant(String name) {
        return text(name).map(value -> {
            try {
                return Instant.parse(value);
            } catch (DateTimeParseException e) {
                throw new InvalidInputException(
                        place, "'" + name + "' is '" + value + "'", "write an instant such as 2026-01-31T12:00:00Z", e);
            }
        });
    }

    private OptionalDouble number(String name) {
        Optional<String> value = text(name);
        if (value.isEmpty()) {
            return OptionalDouble.empty();
        }
        try {
            double number = Double.parseDouble(value.get());
            if (Double.isFinite(number)) {
                return OptionalDouble.of(number);
            }
        } catch (NumberFormatException e) {
            throw new InvalidInputException(place, "'" + name + "' is '" + value.get() + "'", "write a number", e);
        }
        throw new InvalidInputException(place, "'" + name + "' is '" + value.get() + "'", "write a finite number");
    }
}
