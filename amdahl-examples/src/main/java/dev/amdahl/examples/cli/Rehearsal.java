package dev.amdahl.examples.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs the commands that must start soon, on next to nothing, so that the launcher can keep the classes that they load. */
final class Rehearsal {
    private static final String TRACE = """
            {"deviceProperties":[{"id":0,"name":"NVIDIA H100 80GB HBM3"}],"traceEvents":[
            {"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":90,"args":{}},
            {"ph":"X","cat":"python_function","name":"nn.Module: Linear_0","pid":1,"tid":1,"ts":1,"dur":50,"args":{}},
            {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":2,"dur":20.5,
             "args":{"Input Dims":[[8,8],[8,8]],"Input type":["float","float"]}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":5,"dur":5,"args":{"correlation":1}},
            {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":40,"dur":40,
             "args":{"device":0,"stream":7,"correlation":1}}]}
            """;

    private Rehearsal() {}

    /** Takes a folder that it may write to. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        String trace = Files.writeString(folder.resolve("t.json"), TRACE).toString();
        run("trace", trace);
        run("trace", trace, "--json");
        run(
                "ab",
                "--baseline",
                "true",
                "--variant",
                "true",
                "--pairs",
                "2",
                "--fixed-n",
                "--ledger",
                folder.resolve("ledger").toString());
    }

    private static void run(String... arguments) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Main.run(nowhere, nowhere, arguments);
    }
}
