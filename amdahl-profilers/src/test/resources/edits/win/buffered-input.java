import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class Job {
    public static void main(String[] args) throws IOException {
        Path file = Path.of("features.bin");
        if (!Files.exists(file)) {
            Files.write(file, new byte[2_000_000]);
        }
        long sum = 0;
        try (DataInputStream in = new DataInputStream(new FileInputStream("features.bin"))) {
            for (int i = 0; i < 250_000; i++) {
                sum += in.readLong() + 1;
            }
        }
        System.out.println(sum);
    }
}
