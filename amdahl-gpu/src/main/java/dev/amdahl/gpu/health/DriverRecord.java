package dev.amdahl.gpu.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the driver has on record of the devices of this machine at one moment: errors of memory that were not corrected, and rows that
 * were remapped or wait for it.
 *
 * @param readings of each device
 * @param figures summed over them; what no device told is missing
 * @param faults why the machine must not be used
 * @param gaps what could not be asked
 */
record DriverRecord(List<SmiReading> readings, Map<String, Double> figures, List<String> faults, List<String> gaps) {
    private static final List<String> ROWS = List.of("correctable", "uncorrectable", "pending", "failure");

    DriverRecord {
        readings = List.copyOf(readings);
        figures = Map.copyOf(figures);
        faults = List.copyOf(faults);
        gaps = List.copyOf(gaps);
    }

    static DriverRecord of(Smi smi, SmiColumns columns) {
        Map<String, Double> figures = new TreeMap<>();
        List<String> faults = new ArrayList<>();
        List<String> gaps = new ArrayList<>();
        Smi.Said said = smi.ask(columns.query(), "--format=csv,noheader,nounits");
        said.fault().ifPresent(gaps::add);
        List<SmiReading> readings = said.lines().stream()
                .flatMap(line -> columns.read(line).stream())
                .toList();
        for (SmiReading reading : readings) {
            reading.number(SmiField.ECC_CORRECTED)
                    .ifPresent(errors -> figures.merge("ecc_corrected", errors, Double::sum));
            reading.number(SmiField.ECC_UNCORRECTED).ifPresent(errors -> {
                figures.merge("ecc_uncorrected", errors, Double::sum);
                if (errors > 0) {
                    faults.add(String.format(
                            Locale.ROOT,
                            "%s has %.0f memory errors that were not corrected",
                            reading.device(),
                            errors));
                }
            });
        }
        rows(smi, figures, faults, gaps);
        return new DriverRecord(readings, figures, faults, gaps);
    }

    private static void rows(Smi smi, Map<String, Double> figures, List<String> faults, List<String> gaps) {
        Smi.Said said = smi.ask(
                "--query-remapped-rows=gpu_uuid,remapped_rows.correctable,remapped_rows.uncorrectable,"
                        + "remapped_rows.pending,remapped_rows.failure",
                "--format=csv,noheader,nounits");
        said.fault().ifPresent(gaps::add);
        for (String line : said.lines()) {
            String[] cells = line.split(",", -1);
            for (int i = 0; cells.length == 1 + ROWS.size() && i < ROWS.size(); i++) {
                String row = ROWS.get(i);
                String device = cells[0].strip();
                count(cells[1 + i].strip()).ifPresent(count -> {
                    figures.merge("rows_" + row, count, Double::sum);
                    if (count > 0 && (row.equals("pending") || row.equals("failure"))) {
                        faults.add(device + " has a remapping of memory rows that "
                                + (row.equals("failure") ? "failed" : "waits for a reset"));
                    }
                });
            }
        }
    }

    private static Optional<Double> count(String cell) {
        if (cell.matches("\\d{1,9}")) {
            return Optional.of(Double.valueOf(cell));
        }
        return switch (cell.toLowerCase(Locale.ROOT)) {
            case "yes" -> Optional.of(1.);
            case "no" -> Optional.of(0.);
            default -> Optional.empty();
        };
    }
}
