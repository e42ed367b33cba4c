import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * An evaluation job in one file: writes the score of each record, and reads the scores again to count them by tenths.
 *
 * <p>{@code java Tally.java 500000}; the number is how many records there are.
 */
class Tally {
    private static final int TENTHS = 10;
    private static final int PARTS = 1000;

    public static void main(String[] args) throws IOException {
        int records = args.length > 0 ? Integer.parseInt(args[0]) : 500_000;
        try (DataOutputStream out = new DataOutputStream(new FileOutputStream("scores.bin"))) {
            for (int i = 0; i < records; i++) {
                out.writeInt((int) (score(i) * PARTS));
            }
        }
        long[] tenths = new long[TENTHS];
        try (DataInputStream in = new DataInputStream(new FileInputStream("scores.bin"))) {
            for (int i = 0; i < records; i++) {
                tenths[in.readInt() * TENTHS / PARTS]++;
            }
        }
        for (int i = 0; i < TENTHS; i++) {
            System.out.println("scores from ." + i + ": " + tenths[i]);
        }
        System.out.println("processed " + records + " records");
    }

    /** A number from 0 to 1, the same in each run. */
    private static double score(int record) {
        long mixed = (record + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
        return ((mixed ^ (mixed >>> 32)) >>> 11) * 0x1p-53;
    }
}
