package dev.amdahl.gpu;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that need a CUDA device; elsewhere they are skipped with the reason, or fail where {@code amdahl.gpu.required} is true. */
@Tag("gpu")
@ExtendWith(CudaCondition.ForDevice.class)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface RequiresGpu {}
