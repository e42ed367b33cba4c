#error "the processor has no tensor cores: write plain CUDA C++, or run it on a device"
