package dev.amdahl.examples.cli.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Json;
import java.util.Locale;

/**
 * One thing that was looked at.
 *
 * @param area what it belongs to, such as {@code clock}
 * @param name what was looked at
 * @param grade how it stands
 * @param found what was seen
 * @param remedy what to do; empty where nothing has to be done
 */
record Check(String area, String name, Grade grade, String found, String remedy) {

    /** How a thing stands. */
    enum Grade {
        /** As it should be. */
        OK,
        /** Work is possible, with less than could be had or with more noise. */
        WARN,
        /** What depends on it does not work, or cannot be trusted. */
        FAIL;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Check ok(String area, String name, String found) {
        return new Check(area, name, Grade.OK, found, "");
    }

    static Check warn(String area, String name, String found, String remedy) {
        return new Check(area, name, Grade.WARN, found, remedy);
    }

    static Check fail(String area, String name, String found, String remedy) {
        return new Check(area, name, Grade.FAIL, found, remedy);
    }

    ObjectNode json() {
        return Json.object()
                .put("area", area)
                .put("name", name)
                .put("status", grade.word())
                .put("found", found)
                .put("remedy", remedy);
    }
}
