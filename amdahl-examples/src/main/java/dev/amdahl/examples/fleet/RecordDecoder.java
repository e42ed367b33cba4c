package dev.amdahl.examples.fleet;

/** Decodes the records of a step into its batch, crossing every pair of fields; one thread each. */
final class RecordDecoder {
    private final Records records;
    private final Workload workload;
    private final Lane lane;
    private final int[] fields = new int[Records.FIELDS];

    RecordDecoder(Records records, Workload workload, Lane lane) {
        this.records = records;
        this.workload = workload;
        this.lane = lane;
    }

    double[] decode(int step) {
        long begin = lane.begin();
        double[] batch = Batch.empty();
        int first = step * workload.recordsPerStep();
        for (int i = 0; i < workload.recordsPerStep(); i++) {
            parse(records.offset(first + i));
            cross(batch, i % Batch.ROWS * Batch.FEATURES);
        }
        for (int i = 0; i < batch.length; i++) {
            batch[i] = Batch.squash(batch[i]);
        }
        lane.end(Category.CPU_OP, "decode_records", begin);
        return batch;
    }

    private void parse(int from) {
        byte[] encoded = records.encoded();
        int at = from;
        for (int field = 0; field < Records.FIELDS; field++) {
            int value = 0;
            int shift = 0;
            byte next = encoded[at++];
            while (next < 0) {
                value |= (next & 0x7f) << shift;
                shift += 7;
                next = encoded[at++];
            }
            fields[field] = value | (next << shift);
        }
    }

    private void cross(double[] batch, int row) {
        int rounds = workload.crossRounds();
        for (int i = 0; i < Records.FIELDS; i++) {
            for (int j = i + 1; j < Records.FIELDS; j++) {
                long hash = fields[i] * 0x9E3779B97F4A7C15L + fields[j];
                for (int round = 0; round < rounds; round++) {
                    hash = (hash ^ (hash >>> 29)) * 0xBF58476D1CE4E5B9L;
                }
                batch[row + (int) (hash >>> 58)] += (hash >> 40) * 0x1p-24;
            }
        }
    }
}
