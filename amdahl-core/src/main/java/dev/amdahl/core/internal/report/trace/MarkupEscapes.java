package dev.amdahl.core.internal.report.trace;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import org.jspecify.annotations.Nullable;

/** Escapes what could end a script element or a JavaScript line, so that text of a trace stays text inside a page. Immutable. */
final class MarkupEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1;

    private final int[] ascii = standardAsciiEscapesForJSON();

    MarkupEscapes() {
        for (char c : new char[] {'<', '>', '&'}) {
            ascii[c] = ESCAPE_STANDARD;
        }
    }

    @Override
    public int[] getEscapeCodesForAscii() {
        return ascii.clone();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
        return c == 0x2028 || c == 0x2029 ? new SerializedString("\\u" + Integer.toHexString(c)) : null;
    }
}
