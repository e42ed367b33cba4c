#!/usr/bin/env python3
"""Predicts the time of the project's kernels from their compiled instructions, before any device is seen.

Each kernel is compiled by nvcc and disassembled by cuobjdump; without cuobjdump the PTX of nvcc is counted, without nvcc that of NVRTC, which
is coarser and says so. Every instruction is weighed by how often a warp runs it:
  * a loop is a branch to an earlier address; the code after the last EXIT (copies for warps that diverged) weighs nothing;
  * a rule names an instruction that a loop is there for and how many of it a warp runs each time it comes to the loop: trips = that number
    / how many of them stand in the loop's body, so that unrolling changes nothing. Copies outside of the loop (what is left over) weigh
    nothing. A loop that no rule names is counted once, and named in the output.
The weighed counts, times the warps of the launch, are held against what a multiprocessor does in a cycle (LIMITS) and against the memory's
copy rate. The largest is the floor, and names the limit; the expected time is the floor by the share that such a limit is usually reached
to. Both are predictions: `run-gpu.sh 4` reads the named counters on a device, which confirm or refute them one by one.

usage: predict.py [--json FILE] [--only PATTERN] [--nvcc PATH] [--cuobjdump PATH] [--ptx]
"""
import argparse
import collections
import ctypes
import functools
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
SOURCES = os.environ.get("AMDAHL_GPU_SOURCES", os.path.join(ROOT, "amdahl-gpu/src/main/resources/dev/amdahl/gpu"))

# Multiprocessors, GHz under load, bytes a second of a copy (read and written; the H100's and the H200's as others measured, the B200's 90 % of
# what its maker states), architecture.
DEVICES = {
    "H100": (132, 1.755, 3.0e12, "sm_90"),
    "H200": (132, 1.755, 4.3e12, "sm_90"),
    "B200": (148, 1.85, 7.2e12, "sm_100"),
}
# Warp instructions (wavefronts) that a multiprocessor takes in a cycle, the counter of Nsight Compute that shows each (the sum over the device;
# a share of the peak where it ends in pct), and the usual share.
LIMITS = {
    "issue": (4.0, "smsp__inst_executed.sum", 0.70),
    "alu": (2.0, "sm__inst_executed_pipe_alu.sum", 0.80),
    "fma": (4.0, "sm__inst_executed_pipe_fma.sum", 0.80),
    "fp64": (2.0, "sm__inst_executed_pipe_fp64.sum", 0.80),
    "xu": (0.5, "sm__inst_executed_pipe_xu.sum", 0.80),
    "shared": (1.0, "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 0.80),
    "l1": (1.0, "l1tex__data_pipe_lsu_wavefronts.sum", 0.80),
    "dram": (None, "dram__bytes.sum", 0.95),
}
ALU = "IADD3 IADD VIADD LOP3 PLOP3 SHF ISETP SEL LEA PRMT IMNMX VIMNMX VIADDMNMX IABS MOV FSETP FMNMX FSEL BMSK SGXT".split()
XU = "POPC MUFU I2F I2FP F2I F2F FLO BREV".split()
PTX = [
    (r"ld\.shared", "LDS"), (r"st\.shared", "STS"), (r"(atom|red)\.shared", "ATOMS"), (r"ld\.global", "LDG"), (r"st\.global", "STG"),
    (r"(atom|red)\.global", "RED"), (r"shfl", "SHFL"), (r"popc|cvt\.rn|cvt\.rzi", "POPC"), (r"(mad|mul)\.(lo|hi|wide)", "IMAD"),
    (r"(fma|add|mul|sub)\.(rn\.)?f32", "FFMA"), (r"(fma|add|mul|sub)\.(rn\.)?f64", "DFMA"),
    (r"add\.|sub\.|and\.|or\.|xor\.|not\.|shl\.|shr\.|setp\.|selp\.|lop3|min\.|max\.|neg\.|abs\.", "IADD3"),
]

Kernel = collections.namedtuple("Kernel", "name file before entry values warps rules conflicts dram what")


def philox():
    return open(os.path.join(SOURCES, "philox.cuh")).read()


def kernels():
    """What is predicted: launches as the library makes them."""
    k, metrics, pairs = 20, 1000, 1000
    columns = 1 << (k - 10)
    flips = dict(file="resampling/transform.cu", entry="countFlips", values={}, warps=columns // 16 * metrics * 4,
                 rules=[("LDG", 2 * pairs / 32), ("LDS", 4 * 64)], dram=4.0 * pairs * (metrics + 1))
    # 32 rows drawn at random meet 3.5 deep on the fullest of 32 banks.
    yield Kernel(name="transform, 32 bits, m 1000, k 20, n 1000", before="typedef unsigned int sum_t;\n", conflicts={"ATOMS": 3.5},
                 what="SignFlipTransform", **flips)
    yield Kernel(name="transform, 64 bits, m 1000, k 20, n 1000", before="typedef unsigned long long sum_t;\n",
                 conflicts={"ATOMS": 7.0}, what="SignFlipTransform", **flips)
    few = dict(flips, warps=columns // 16 * 256 * 4, rules=[("LDG", 2 * 300 / 32), ("LDS", 4 * 64)], dram=4.0 * 300 * 257)
    yield Kernel(name="transform, 32 bits, m 256, k 20, n 300", before="typedef unsigned int sum_t;\n", conflicts={"ATOMS": 3.5},
                 what="SignFlipTransform", **few)
    n, m, b = 1024, 32, 1_000_000
    # A tile of 1,024 levels is loaded by 256 threads, and stored in columns of eight, so that eight lanes meet on one bank.
    yield Kernel("independent flips, m 32, n 1024, B 1e6", "resampling/independent.cu", philox(), "independentFlips", {},
                 (b + 255) // 256 * 8 * (m // 8), [("LDG", 4), ("LDS", n // 128 * 256)], {"STS": 8, "LDS": 1}, 4.0 * n * m,
                 "IndependentSignFlips; LDS.128 is a broadcast")
    rows, pairs, columns = 10_000, 1000, 512
    yield Kernel("bootstrap, draw 10,000 x 1000", "resampling/products.cu", philox(), "drawCounts", {}, rows * 8,
                 [("STG", pairs / 256), ("RED|ATOMG", pairs / 256)], {}, 4.0 * rows * pairs, "ProductResampling, atomics in L2")
    entries = rows * columns // 2
    yield Kernel("bootstrap, join 10,000 x 256", "resampling/products.cu", philox(), "joinLimbs", {}, min(1 << 14, entries // 256) * 8,
                 [("STG", max(1.0, entries / 256 / (1 << 14)))], {}, entries * 16.0, "ProductResampling")
    words = 4096 * 4096
    yield Kernel("soak, compare 4096 x 4096 words", "health/compare.cu", "", "compareWords", {}, 4096 * 8,
                 [("LDG", 2 * words / 32 / (4096 * 8))], {}, 8.0 * words, "ProductComparison")
    size = 4096
    for name, values, threads, tile, conflicts in (
            ("tiled", {"T": 16}, 256, 16, {}), ("tiled", {"T": 32}, 1024, 32, {}),
            # The transposed store of the left factor meets T deep, the other not; LDS.128 reads T / 8 wavefronts of distinct words.
            ("registers", {"R": 4, "T": 8}, 64, 32, {"STS": 4.5, "LDS.128": 1}),
            ("registers", {"R": 4, "T": 16}, 256, 64, {"STS": 8.5, "LDS.128": 1.5}),
            ("registers", {"R": 8, "T": 16}, 256, 128, {"STS": 8.5, "LDS.128": 2})):
        said = ", ".join(f"{key} {value}" for key, value in values.items())
        steps = size // values["T"]
        r = values.get("R", 1)
        yield Kernel(f"sgemm {name} {said}, 4096^3", f"kernel/sgemm-{name}.cu", "", name, values,
                     (size // tile) ** 2 * threads // 32, [("FFMA", steps * values["T"] * r * r)], conflicts,
                     4.0 * size * size * 3, "template; dram if every tile is found in L2")


def tool(given, names, folders):
    for name in ([given] if given else names):
        found = shutil.which(name) or next(
            (path for folder in folders for path in sorted(glob.glob(os.path.join(folder, name)), reverse=True)), None)
        if found:
            return found
    return None


def packages():
    return [path for path in sys.path if path.endswith("-packages")]


def nvrtc_ptx(text, arch):
    """PTX by NVRTC, where there is no nvcc."""
    places = [os.path.join(path, "nvidia/*/lib/libnvrtc.so.1[23]") for path in packages()]
    places += [os.path.join(folder, "libnvrtc.so.1[23]") for folder in os.environ.get("GPU_LIBS", "").split(":") if folder]
    places += ["/usr/local/cuda*/lib64/libnvrtc.so.1[23]"]
    found = [path for place in places for path in glob.glob(place)]
    if not found:
        sys.exit("predict.py: neither nvcc nor NVRTC is here; name nvcc by --nvcc, or NVRTC's folder by GPU_LIBS")
    for beside in sorted(glob.glob(os.path.join(os.path.dirname(found[0]), "libnvrtc-builtins.so.*"))):
        ctypes.CDLL(beside)
    library = ctypes.CDLL(found[0])
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    library.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"x.cu", 0, None, None)
    options = (ctypes.c_char_p * 1)(f"--gpu-architecture=compute_{arch[3:]}".encode())
    if library.nvrtcCompileProgram(program, 1, options):
        library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        library.nvrtcGetProgramLog(program, log)
        sys.exit(f"predict.py: NVRTC refused a kernel: {log.value.decode()}")
    library.nvrtcGetPTXSize(program, ctypes.byref(size))
    ptx = ctypes.create_string_buffer(size.value)
    library.nvrtcGetPTX(program, ptx)
    return ptx.value.decode()


def compiled(kernel, arch, tools):
    """The instructions of a kernel as (address, opcode, target or None, ends), what they are, and its registers."""
    text = source_of(kernel)
    nvcc, cuobjdump = tools
    if not nvcc:
        return from_ptx(nvrtc_ptx(text, arch), kernel.entry), "PTX of NVRTC", None
    log, made = built(text, arch, nvcc, cuobjdump)
    if not cuobjdump:
        return from_ptx(made, kernel.entry), "PTX of nvcc", None
    said = log.split(f"entry function '{kernel.entry}'")[-1]
    used, spilled = re.search(r"Used (\d+) registers", said), re.search(r"(\d+) bytes spill stores", said)
    return from_sass(made, kernel.entry), "SASS", (int(used[1]), int(spilled[1])) if used and spilled else None


def source_of(kernel):
    text = kernel.before + open(os.path.join(SOURCES, kernel.file)).read()
    for key, value in kernel.values.items():
        text = text.replace(f"@{key}@", str(value))
    return text


@functools.lru_cache(maxsize=None)
def built(text, arch, nvcc, cuobjdump):
    """What ptxas said, and the SASS of all kernels of a text, or its PTX without cuobjdump."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = os.path.join(folder, "x.cu"), os.path.join(folder, "x.out")
        with open(source, "w") as file:
            file.write(text)
        kind = "-cubin" if cuobjdump else "-ptx"
        log = subprocess.run([nvcc, f"-arch={arch}", kind, "-Xptxas", "-v", "-o", made, source], capture_output=True, text=True)
        if log.returncode:
            sys.exit(f"predict.py: a kernel does not compile for {arch}:\n{log.stderr}")
        if cuobjdump:
            return log.stderr, subprocess.run([cuobjdump, "-sass", made], capture_output=True, text=True, check=True).stdout
        with open(made) as file:
            return log.stderr, file.read()


def from_sass(sass, entry):
    body = re.split(r"Function : ", sass)
    body = next(part for part in body if part.startswith(entry + "\n"))
    code = []
    for match in re.finditer(r"/\*([0-9a-f]{4,})\*/\s+(@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)([^;]*);", body):
        jump = re.search(r"0x([0-9a-f]+)", match[4]) if match[3].startswith("BRA") and not match[3].startswith("BRA.DIV") else None
        code.append((int(match[1], 16), match[3], int(jump[1], 16) if jump else None, match[3] == "EXIT"))
    last = max(i for i, each in enumerate(code) if each[3])
    return code[:last + 1]


def from_ptx(ptx, entry):
    body = re.search(r"\.entry " + entry + r"\b.*?\n\{(.*?)\n\}", ptx, re.S)[1]
    labels, code = {}, []
    for line in body.split("\n"):
        line = line.split("//")[0].strip()
        label = re.match(r"(\$\w+):", line)
        if label:
            labels[label[1]] = len(code)
        found = re.match(r"(@!?%p\d+ )?([a-z][\w.:]*)\s*(.*);", line)
        if found and not found[2].startswith(("reg", "mov")):
            op = next((name for pattern, name in PTX if re.match(pattern, found[2])), found[2])
            wide = re.search(r"\.v([24])\.", found[2])
            op += f".{32 * int(wide[1])}" if wide and op in ("LDS", "STS", "LDG", "STG") else ""
            jump = re.search(r"\$\w+", found[3]) if found[2].startswith("bra") else None
            code.append((len(code), op, jump[0] if jump else None, found[2] == "ret"))
    return [(at, op, labels.get(jump) if jump else None, ends) for at, op, jump, ends in code]


def weights(code, rules):
    """How often a warp runs each instruction, and the loops that no rule names."""
    loops = sorted({(target, at) for at, _, target, _ in code if target is not None and target < at}, key=lambda each: each[1] - each[0])
    edges = {code[0][0]} | {target for _, _, target, _ in code if target is not None}
    edges |= {code[i + 1][0] for i, each in enumerate(code[:-1]) if each[1].startswith(("BRA", "bra"))}
    inside = {each[0]: [loop for loop in loops if loop[0] <= each[0] <= loop[1]] for each in code}
    trips, dead, named = {}, set(), set()
    for marker, items in rules:
        hits = [each for each in code if re.match(marker, each[1])]
        owners = [inside[each[0]][0] for each in hits if inside[each[0]]]
        if not owners:
            continue
        # The loop with the most of them is the one; what stands elsewhere is left over, unless it is not what the loop repeats.
        owner = max(set(owners), key=owners.count)
        trips[owner] = items / owners.count(owner)
        named.add(owner)
        outer = [loop for loop in loops if loop != owner and loop[0] <= owner[0] and owner[1] <= loop[1]]
        for each in hits:
            if inside[each[0]][:1] != [owner] and inside[each[0]][:1] == outer[:1]:
                start = max(edge for edge in edges if edge <= each[0])
                after = min((edge for edge in edges if edge > each[0]), default=1 << 60)
                dead |= {at for at, _, _, _ in code if start <= at < after}
    result = {}
    for at, _, _, _ in code:
        weight = 1.0
        for loop in inside[at]:
            weight *= trips.get(loop, 1.0)
        result[at] = 0.0 if at in dead else weight
    return result, [loop for loop in loops if loop not in named]


def width(op):
    found = re.search(r"\.(64|128)\b", op)
    return int(found[1]) // 32 if found else 1


def count(kernel, code, weight):
    """Warp instructions of a warp by class, wavefronts, and bytes that it asks memory for."""
    counts = collections.Counter()
    for at, op, _, _ in code:
        times, base = weight[at], op.split(".")[0]
        if base in ("NOP",):
            continue
        counts["issue"] += times
        if base in ALU:
            counts["alu"] += times
        elif base == "IMAD":
            counts["fma"] += 2 * times  # half the rate of FFMA
        elif base in ("FFMA", "FADD", "FMUL"):
            counts["fma"] += times
        elif base in ("DFMA", "DADD", "DMUL", "DSETP"):
            counts["fp64"] += times
        elif base in XU:
            counts["xu"] += times
        if base in ("LDS", "STS", "ATOMS"):
            waves = times * kernel.conflicts.get(op, kernel.conflicts.get(base, width(op)))
            counts["shared"] += waves
            counts["l1"] += waves
        elif base in ("LDG", "STG", "RED", "ATOMG", "SHFL"):
            counts["l1"] += times * width(op)
            counts["bytes"] += times * width(op) * 128 if base != "SHFL" else 0
    return counts


def predict(kernel, tools):
    result = {"kernel": kernel.name, "what": kernel.what, "devices": {}}
    code = None
    for device, (processors, ghz, copy, arch) in DEVICES.items():
        if code is None or arch != result["arch"]:
            code, result["counted"], used = compiled(kernel, arch, tools)
            result["arch"] = arch
            if used:
                result["registers"], result["spilled"] = used
        weight, unnamed = weights(code, kernel.rules)
        counts = count(kernel, code, weight)
        total = {name: value * kernel.warps for name, value in counts.items()}
        total["dram"] = kernel.dram
        times = {name: total.get(name, 0.0) / (rate * processors * ghz * 1e9) for name, (rate, _, _) in LIMITS.items() if rate}
        times["dram"] = kernel.dram / copy
        limit = max(times, key=times.get)
        expected = max(times[name] / LIMITS[name][2] for name in times)
        result["devices"][device] = {
            "limit": limit, "floor_ms": times[limit] * 1e3, "expected_ms": expected * 1e3 + 0.005,
            "limits_ms": {name: value * 1e3 for name, value in times.items() if value > 0},
            "counters": {LIMITS[name][1]: total.get(name, 0.0) for name in LIMITS if name != "fma" and total.get(name)},
            "requested_bytes": total.get("bytes", 0.0), "counted_once": [f"{a:#x}..{b:#x}" for a, b in unnamed]}
    return result


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--json")
    parser.add_argument("--only", default="")
    parser.add_argument("--nvcc", default=os.environ.get("NVCC"))
    parser.add_argument("--cuobjdump", default=os.environ.get("CUOBJDUMP"))
    parser.add_argument("--ptx", action="store_true")
    given = parser.parse_args()
    toolkits = ["/usr/local/cuda*/bin", os.path.join(os.environ.get("CUDA_HOME", "/nowhere"), "bin")]
    nvcc = tool(given.nvcc, ["nvcc"], toolkits)
    cuobjdump = None if given.ptx else tool(
        given.cuobjdump, ["cuobjdump"], toolkits + [os.path.join(path, "triton/backends/nvidia/bin") for path in packages()])
    found = [predict(kernel, (nvcc, cuobjdump)) for kernel in kernels() if re.search(given.only, kernel.name)]
    print(f"counted from {found[0]['counted'] if found else 'nothing'}")
    print("| kernel | device | floor ms | expected ms | limit | next limits |\n|---|---|---|---|---|---|")
    for each in found:
        for device, said in each["devices"].items():
            order = sorted(said["limits_ms"].items(), key=lambda item: -item[1])
            others = ", ".join(f"{name} {value:.3g}" for name, value in order[1:4])
            print(f"| {each['kernel']} | {device} | {said['floor_ms']:.3g} | {said['expected_ms']:.3g} | {said['limit']} | {others} |")
        once = {loop for said in each["devices"].values() for loop in said["counted_once"]}
        if once:
            print(f"  (loops counted once: {', '.join(sorted(once))})", file=sys.stderr)
    if given.json:
        with open(given.json, "w") as file:
            json.dump({"limits": {name: counter for name, (_, counter, _) in LIMITS.items()}, "kernels": found}, file, indent=1)


if __name__ == "__main__":
    main()
