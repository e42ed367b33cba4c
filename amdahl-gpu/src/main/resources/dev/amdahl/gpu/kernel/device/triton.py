"""Compiles one Triton kernel to PTX without a device: bytes of shared memory and threads of a block, then the text, on standard output.

Arguments: FILE ENTRY CAPABILITY WARPS STAGES TYPES [NAME=VALUE...], types with commas. Ends with 3 where there is no Triton, with 4 where
this kernel cannot be compiled; why is the last line of standard error.
"""
import importlib.util
import inspect
import os
import re
import sys


def end(code, why):
    sys.stderr.write("\n" + " ".join(str(why).split())[:2000] + "\n")
    sys.stderr.flush()
    os._exit(code)


def kernel(file, entry):
    spec = importlib.util.spec_from_file_location("candidate", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = getattr(module, entry, None)
    if not isinstance(found, JITFunction):
        end(4, f"no function {entry} under @triton.jit")
    return found


def plain(ptx, entry):
    """Without the two addresses of memory that Triton adds where it needs some, and without what debuggers read."""
    ptx = ptx.split("\t.section\t.debug", 1)[0]
    ptx = "".join(line for line in ptx.splitlines(True) if not re.match(r"\s*\.(loc|file)\b", line))
    head = re.search(r"\.entry\s+" + re.escape(entry) + r"\s*\(([^)]*)\)", ptx)
    parameters = head.group(1).split(",")
    for added in parameters[len(types):]:
        name = added.split()[-1]
        if len(re.findall(r"\b" + re.escape(name) + r"\b", ptx)) > 1:
            end(4, "it needs scratch memory, which is not offered")
    kept = ",".join(parameters[:len(types)]) + "\n"
    return ptx[:head.start(1)] + kept + ptx[head.end(1):]


file, entry, capability, warps, stages, types = sys.argv[1:7]
types = types.split(",")
out = os.dup(1)
os.dup2(2, 1)
try:
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource
    from triton.runtime.jit import JITFunction
except Exception as missing:
    end(3, f"{type(missing).__name__}: {missing}")
try:
    found = kernel(file, entry)
    names = list(inspect.signature(found.fn).parameters)
    constants = {name: int(value) for name, value in (word.split("=") for word in sys.argv[7:])}
    if len(names) != len(types) + len(constants) or set(names[len(types):]) != set(constants):
        end(4, f"it takes {names}, but is given {len(types)} arguments and the constants {sorted(constants)}")
    signature = dict(zip(names, types), **{name: "constexpr" for name in constants})
    made = triton.compile(
        ASTSource(fn=found, signature=signature, constexprs=constants),
        target=GPUTarget("cuda", int(capability), 32),
        options={"num_warps": int(warps), "num_stages": int(stages)})
    text = plain(made.asm["ptx"], entry)
    os.write(out, f"{made.metadata.shared} {made.metadata.num_warps * 32}\n".encode())
    with os.fdopen(out, "wb") as to:
        to.write(text.encode())
except BaseException as wrong:
    end(4, f"{type(wrong).__name__}: {wrong}")
os._exit(0)
