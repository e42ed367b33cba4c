class Job {
    public static void main(String[] args) {
        Long sum = 0L;
        for (int i = 0; i < 300_000_000; i++) {
            sum += i ^ (sum & 7);
        }
        System.out.println(sum);
    }
}
