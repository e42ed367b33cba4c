package dev.amdahl.gpu.health;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The devices of a host as {@code nvidia-smi} numbers them, which orders them by PCI address, and how they are linked.
 *
 * @param rows of each device: its number, UUID and PCI address
 * @param links NVLinks between two devices, by {@code "from to"}; a pair that has none is missing
 */
record HostDevices(List<Row> rows, Map<String, Integer> links) {
    static final HostDevices UNKNOWN = new HostDevices(List.of(), Map.of());

    private static final Pattern ESCAPE = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final Pattern GPU = Pattern.compile("GPU(\\d+)");
    private static final Pattern NVLINKS = Pattern.compile("NV(\\d+)");
    private static final Pattern ADDRESS = Pattern.compile("0*([0-9a-f]*:[0-9a-f]+:[0-9a-f]+)(?:\\.\\d)?");

    /** One device. */
    record Row(String number, String uuid, String address) {
        String said() {
            return "device " + number + " (" + uuid + ")";
        }
    }

    static HostDevices of(Smi smi) {
        List<Row> rows = new ArrayList<>();
        for (String line : smi.ask("--query-gpu=index,uuid,pci.bus_id", "--format=csv,noheader")
                .lines()) {
            List<String> cells = cells(line, ",");
            if (cells.size() == 3 && cells.get(1).startsWith("GPU-")) {
                rows.add(new Row(cells.get(0), cells.get(1), cells.get(2)));
            }
        }
        return new HostDevices(rows, links(smi.ask("topo", "-m").lines()));
    }

    private static Map<String, Integer> links(List<String> matrix) {
        Map<String, Integer> links = new HashMap<>();
        List<String> columns = List.of();
        for (String line : matrix) {
            List<String> cells = cells(ESCAPE.matcher(line).replaceAll(""), "\t");
            if (cells.get(0).isEmpty() && columns.isEmpty()) {
                columns = cells;
            }
            Matcher row = GPU.matcher(cells.get(0));
            for (int i = 1; row.matches() && i < Math.min(cells.size(), columns.size()); i++) {
                Matcher column = GPU.matcher(columns.get(i));
                Matcher count = NVLINKS.matcher(cells.get(i));
                if (column.matches() && count.matches()) {
                    links.put(row.group(1) + " " + column.group(1), Integer.valueOf(count.group(1)));
                }
            }
        }
        return links;
    }

    private static List<String> cells(String line, String separator) {
        return List.of(line.split(separator, -1)).stream().map(String::strip).toList();
    }

    /** Returns NVLinks from one device to another; 0 if there are none, or that is not known. */
    int links(String from, String to) {
        return links.getOrDefault(from + " " + to, 0);
    }

    /** Returns a reason with the numbers of devices beside their UUIDs. */
    String naming(String reason) {
        return rows.stream()
                .filter(row -> reason.contains(row.uuid()))
                .findFirst()
                .map(row -> reason.replace(row.uuid(), row.said()))
                .orElse(reason);
    }

    /** Returns the device at a PCI address such as {@code PCI:0000:3b:00}. */
    String at(String address) {
        Optional<String> place = place(address.replace("PCI:", ""));
        return rows.stream()
                .filter(row -> place.isPresent() && place(row.address()).equals(place))
                .findFirst()
                .map(Row::said)
                .orElse(address);
    }

    /** Domain, bus and slot; domains have four digits here and eight there. */
    private static Optional<String> place(String address) {
        Matcher parts = ADDRESS.matcher(address.toLowerCase(Locale.ROOT));
        return parts.matches() ? Optional.of(parts.group(1)) : Optional.empty();
    }
}
