import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;

/** Writes records to a file that is begun anew when it has become too long. */
public class Job {
    static int rotations(File file, int records) throws IOException {
        int rotations = 0;
        DataOutputStream out = new DataOutputStream(new FileOutputStream(file));
        for (int record = 0; record < records; record++) {
            out.writeInt(record);
            if (record % 50 == 0 && file.length() >= 10000) {
                out.close();
                out = new DataOutputStream(new FileOutputStream(file));
                rotations++;
            }
        }
        out.close();
        return rotations;
    }

    static long weigh(int records) {
        Long weight = 0L;
        for (int i = 0; i < records * 400; i++) {
            weight += i % 7 * (i & 3);
        }
        return weight;
    }

    public static void main(String[] args) throws IOException {
        int records = args.length > 0 ? Integer.parseInt(args[0]) : 60000;
        File file = new File("rotating.bin");
        System.out.println("records " + records + " rotations " + rotations(file, records));
        System.out.println("weight " + weigh(records) + " left " + file.length());
        file.delete();
    }
}
