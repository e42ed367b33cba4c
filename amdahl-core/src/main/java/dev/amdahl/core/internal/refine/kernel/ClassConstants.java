package dev.amdahl.core.internal.refine.kernel;

import dev.amdahl.spi.refine.Hack;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The classes and methods that a class file names in its constant pool (Java Virtual Machine Specification, section 4.4): it can use no
 * others.
 *
 * @param uses {@code class} or {@code class.member}
 */
record ClassConstants(List<String> uses) {
    private static final Set<String> CLASSES = Set.of(
            "java/lang/Object",
            "java/lang/Math",
            "java/lang/StrictMath",
            "java/lang/Float",
            "java/lang/Double",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Number",
            "java/lang/String",
            "java/util/Arrays",
            "java/lang/AssertionError",
            "java/lang/IllegalArgumentException",
            "java/lang/IllegalStateException",
            "java/lang/ArithmeticException",
            "java/lang/Record",
            "java/lang/Enum");
    private static final Set<String> OF_SYSTEM = Set.of("java/lang/System", "java/lang/System.arraycopy");
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final int INTERFACE_METHOD = 11;

    /** @throws IOException if these bytes are no class */
    static ClassConstants of(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        if (in.readInt() != 0xCAFEBABE) {
            throw new IOException("not a class file");
        }
        in.readInt();
        int count = in.readUnsignedShort();
        Map<Integer, String> texts = new HashMap<>();
        Map<Integer, int[]> entries = new HashMap<>();
        List<String> uses = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts.put(i, in.readUTF());
                case 3, 4 -> in.readInt();
                case 5, 6 -> {
                    in.readLong();
                    i++;
                }
                case CLASS, 8, 16, 19, 20 -> entries.put(i, new int[] {tag, in.readUnsignedShort(), 0});
                case FIELD, 10, INTERFACE_METHOD, 12 ->
                    entries.put(i, new int[] {tag, in.readUnsignedShort(), in.readUnsignedShort()});
                case 15 -> {
                    in.readUnsignedByte();
                    in.readUnsignedShort();
                }
                case 17, 18 -> {
                    in.readInt();
                    uses.add("invokedynamic");
                }
                default -> throw new IOException("unknown constant " + tag);
            }
        }
        entries.values().forEach(entry -> name(entry, texts, entries).ifPresent(uses::add));
        return new ClassConstants(List.copyOf(uses));
    }

    private static Optional<String> name(int[] entry, Map<Integer, String> texts, Map<Integer, int[]> entries) {
        if (entry[0] == CLASS) {
            return Optional.ofNullable(texts.get(entry[1]));
        }
        if (entry[0] < FIELD || entry[0] > INTERFACE_METHOD) {
            return Optional.empty();
        }
        int[] owner = entries.getOrDefault(entry[1], entry);
        int[] member = entries.getOrDefault(entry[2], entry);
        return Optional.of(texts.get(owner[1]) + "." + texts.get(member[1]));
    }

    /** Returns a complaint about what is neither harmless nor among the candidate's own classes; of several, the one about a member. */
    Optional<HackReport> complaint(Set<String> own) {
        return uses.stream()
                .filter(use -> !isAllowed(use, own))
                .min(Comparator.comparingInt((String use) -> use.contains(".") ? 0 : 1))
                .map(use -> new HackReport(purpose(use), "the kernel uses " + use.replace('/', '.')));
    }

    private static boolean isAllowed(String use, Set<String> own) {
        int dot = use.indexOf('.');
        String owner = dot < 0 ? use : use.substring(0, dot);
        if (OF_SYSTEM.contains(use)) {
            return true;
        }
        if (use.contains(".parallel")) {
            return false;
        }
        return owner.startsWith("[") || own.contains(owner) || CLASSES.contains(owner);
    }

    private static Hack purpose(String use) {
        if (use.matches("java/lang/(System|Runtime)\\.(exit|halt)")) {
            return Hack.EARLY_EXIT;
        }
        if (use.matches("java/lang/System\\.(nanoTime|currentTimeMillis)|java/time/.*")) {
            return Hack.TIMER;
        }
        if (use.matches("java/lang/(Thread|Process).*|java/util/(concurrent|stream|Timer).*|.*\\.parallel.*")) {
            return Hack.SIDE_THREAD;
        }
        if (use.matches("java/(io|nio|net)/.*|java/lang/System\\.(out|err|in|set.*)|java/lang/Runtime\\b.*")) {
            return Hack.EVALUATOR;
        }
        return Hack.FORBIDDEN_CODE;
    }
}
