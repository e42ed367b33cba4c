package dev.amdahl.core.internal.workspace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * The system calls that a sandbox refuses with {@code EPERM}: those on keyrings, which outlive a sandbox and are shared with the session that
 * it was started from, and {@code io_uring} and {@code userfaultfd}, of which the kernel has had many faults. A program of classic BPF, as
 * {@code bwrap --seccomp} takes it, for x86 and ARM of 64 and of 32 bits; elsewhere it refuses nothing.
 */
final class SystemCallFilter {
    private static final int LOAD = 0x20;
    private static final int AND = 0x54;
    private static final int IF_EQUAL = 0x15;
    private static final int RETURN = 0x06;

    private static final int NUMBER_AT = 0;
    private static final int ARCHITECTURE_AT = 4;
    /** The bit by which x32 tells its calls, which have the numbers of x86-64, apart. */
    private static final int NOT_X32 = 0xbfffffff;

    private static final int ALLOWED = 0x7fff0000;
    private static final int NOT_PERMITTED = 0x00050001;

    /** add_key, request_key, keyctl, userfaultfd of each; io_uring_setup, _enter and _register have one number everywhere. */
    private record Calls(int architecture, List<Integer> numbers) {}

    private static final List<Integer> IO_URING = List.of(425, 426, 427);
    private static final List<Calls> REFUSED = List.of(
            new Calls(0xC000003E, List.of(248, 249, 250, 323)),
            new Calls(0x40000003, List.of(286, 287, 288, 374)),
            new Calls(0xC00000B7, List.of(217, 218, 219, 282)),
            new Calls(0x40000028, List.of(309, 310, 311, 388)));

    private SystemCallFilter() {}

    static byte[] bytes() {
        ByteBuffer program = ByteBuffer.allocate(8 * REFUSED.size() * 20).order(ByteOrder.LITTLE_ENDIAN);
        for (Calls calls : REFUSED) {
            int count = calls.numbers().size() + IO_URING.size();
            put(program, LOAD, 0, 0, ARCHITECTURE_AT);
            put(program, IF_EQUAL, 0, count + 4, calls.architecture());
            put(program, LOAD, 0, 0, NUMBER_AT);
            put(program, AND, 0, 0, NOT_X32);
            int left = count;
            for (List<Integer> numbers : List.of(calls.numbers(), IO_URING)) {
                for (int number : numbers) {
                    put(program, IF_EQUAL, left, 0, number);
                    left--;
                }
            }
            put(program, RETURN, 0, 0, ALLOWED);
            put(program, RETURN, 0, 0, NOT_PERMITTED);
        }
        put(program, RETURN, 0, 0, ALLOWED);
        return Arrays.copyOf(program.array(), program.position());
    }

    private static void put(ByteBuffer program, int code, int ifTrue, int ifFalse, int value) {
        program.putShort((short) code).put((byte) ifTrue).put((byte) ifFalse).putInt(value);
    }
}
