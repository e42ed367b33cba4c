package dev.amdahl.core.internal.fleet;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.amdahl.spi.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** Reads the rows of a CSV file with a header (RFC 4180; also bare LF, blank lines, and tabs, bars or semicolons for commas). Not thread-safe. */
final class CsvRowReader extends RowReader {
    private static final int MAX_COLUMNS = 4096;
    private static final int MAX_HEAD = 1 << 16;

    private final Iterator<List<String>> rows;
    private final List<String> header;

    /** Takes the fields of a row from the parser. */
    private final class Row extends AbstractBaseCsvCallbackHandler<List<String>> {
        @Override
        protected void handleBegin(long startingLineNumber) {
            line = startingLineNumber;
            cells.clear();
        }

        @Override
        protected void handleField(int field, char[] text, int offset, int length, boolean isQuoted) {
            cells.add(new String(text, offset, length));
        }

        @Override
        protected List<String> buildRecord() {
            return cells;
        }
    }

    // Text after a closing quote is found in real tables, and a strict parser cannot go on with the next row.
    @SuppressWarnings("removal")
    CsvRowReader(Path file) {
        super(file);
        try {
            rows = CsvReader.builder()
                    .fieldSeparator(separator(file))
                    .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .allowUnclosedQuote(false)
                    .allowExtraCharsAfterClosingQuote(true)
                    .build(new Row(), in)
                    .iterator();
            header = header();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private List<String> header() {
        if (!read()) {
            throw new InvalidInputException(file.toString(), "the file is empty", "give a header and rows");
        }
        List<String> names = cells.stream().map(String::strip).toList();
        if (names.size() > MAX_COLUMNS) {
            throw bad("more than " + MAX_COLUMNS + " columns", "check the separator; it must be ','");
        }
        if (new HashSet<>(names).size() < names.size()) {
            throw bad("two columns have the same name", "name each column once");
        }
        return names;
    }

    /** What divides the header: a comma where it has one. */
    private static char separator(Path file) {
        try (BufferedReader head = new BufferedReader(open(file))) {
            char[] first = new char[MAX_HEAD];
            String text = new String(first, 0, Math.max(0, head.read(first))).stripLeading();
            String line = text.lines().findFirst().orElse("");
            return line.indexOf(',') >= 0
                    ? ','
                    : (char) line.chars()
                            .filter(c -> "\t|;".indexOf(c) >= 0)
                            .findFirst()
                            .orElse(',');
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    @Override
    boolean next() {
        if (!read()) {
            return false;
        }
        if (cells.size() != header.size()) {
            throw bad(
                    "the row has " + cells.size() + " fields, the header " + header.size(),
                    "fix the row, and quote fields that hold commas");
        }
        return true;
    }

    /** Reads a row, whatever its length; blank lines are none. */
    private boolean read() {
        do {
            try {
                if (!rows.hasNext()) {
                    return false;
                }
                rows.next();
            } catch (UncheckedIOException e) {
                throw broken(Objects.requireNonNull(e.getCause()));
            } catch (CsvParseException e) {
                throw unparsed(String.valueOf(e.getMessage()));
            }
        } while (cells.size() == 1 && cells.get(0).isEmpty());
        cells.forEach(this::requireUtf8);
        return true;
    }

    private InvalidInputException unparsed(String message) {
        if (message.startsWith("Unclosed")) {
            return bad("a quote is opened and never closed", "the file may end in the middle; fetch all of it");
        }
        isBroken = true;
        return bad("the row cannot be read: " + message, "look for a quote that is not closed");
    }

    @Override
    List<String> columns() {
        return header;
    }

    @Override
    int column(String name) {
        return header.indexOf(name);
    }
}
