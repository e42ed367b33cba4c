import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

class Job {
    public static void main(String[] args) throws IOException {
        try (OutputStream out = new FileOutputStream("answers.bin")) {
            for (int i = 0; i < 600_000; i++) {
                out.write(i % 251);
            }
        }
        System.out.println(Files.size(Path.of("answers.bin")));
    }
}
