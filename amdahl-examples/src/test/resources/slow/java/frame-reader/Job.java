import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/** Reads the samples of a shard, which hold a label and two features each. */
public class Job {
    static void writeShard(File shard, int samples) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(shard)))) {
            int state = 9;
            for (int i = 0; i < samples; i++) {
                state = state * 1664525 + 1013904223;
                out.writeByte(state >>> 28);
                out.writeInt(state);
                out.writeShort(state >>> 7);
            }
        }
    }

    static long readShard(File shard, int samples) throws IOException {
        long sum = 0;
        try (DataInputStream in = new DataInputStream(new FileInputStream(shard))) {
            for (int i = 0; i < samples; i++) {
                int label = in.readByte();
                int first = in.readInt();
                int second = in.readShort();
                sum = sum * 31 + label + first + second;
            }
        }
        return sum;
    }

    public static void main(String[] args) throws IOException {
        int samples = args.length > 0 ? Integer.parseInt(args[0]) : 150000;
        File shard = new File("shard.bin");
        writeShard(shard, samples);
        System.out.println("samples " + samples + " sum " + readShard(shard, samples));
        shard.delete();
    }
}
