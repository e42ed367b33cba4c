import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

class Job {
    public static void main(String[] args) throws IOException {
        Files.write(Path.of("features.bin"), new byte[100]);
        try (InputStream in = new FileInputStream("features.bin")) {
            in.read();
            System.out.println("read so far: " + ((FileInputStream) in).getChannel().position());
        }
    }
}
