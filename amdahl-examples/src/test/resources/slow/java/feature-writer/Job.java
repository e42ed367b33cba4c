import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.zip.CRC32;

/** Writes the features of samples for a trainer that reads them elsewhere. */
public class Job {
    static void write(File file, int samples) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new FileOutputStream(file))) {
            int state = 21;
            for (int i = 0; i < samples; i++) {
                state = state * 1664525 + 1013904223;
                out.writeInt(i);
                out.writeLong((long) state * i);
            }
        }
    }

    static long checksum(File file) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(Files.readAllBytes(file.toPath()));
        return crc.getValue();
    }

    public static void main(String[] args) throws IOException {
        int samples = args.length > 0 ? Integer.parseInt(args[0]) : 160000;
        File file = new File("features.bin");
        write(file, samples);
        System.out.println("samples " + samples + " crc " + checksum(file));
        file.delete();
    }
}
