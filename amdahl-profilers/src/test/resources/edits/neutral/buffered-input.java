import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class Job {
    public static void main(String[] args) throws IOException {
        Files.write(Path.of("features.bin"), new byte[8]);
        try (DataInputStream in = new DataInputStream(new FileInputStream("features.bin"))) {
            System.out.println(in.readLong());
        }
        long state = 1;
        for (int i = 0; i < 400_000_000; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
        }
        System.out.println(state);
    }
}
