package dev.amdahl.gpu;

import dev.amdahl.gpu.internal.jcuda.CudaNatives;
import dev.amdahl.gpu.internal.jcuda.CudaReadiness;
import dev.amdahl.spi.contract.Requires;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs a test only where CUDA is ready. */
abstract class CudaCondition implements ExecutionCondition {
    private final String requirement;
    private final Supplier<CudaReadiness> readiness;

    private CudaCondition(String requirement, Supplier<CudaReadiness> readiness) {
        this.requirement = requirement;
        this.readiness = readiness;
    }

    static final class ForDevice extends CudaCondition {
        ForDevice() {
            super("GPU", CudaNatives::prepare);
        }
    }

    static final class ForCompiler extends CudaCondition {
        ForCompiler() {
            super("library nvrtc", CudaNatives::prepareCompiler);
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String reason = readiness.get().availability().reason();
        if (reason.isEmpty()) {
            return ConditionEvaluationResult.enabled(requirement + " is there");
        }
        if (Boolean.getBoolean("amdahl.gpu.required")) {
            throw new IllegalStateException("amdahl.gpu.required is set: " + reason);
        }
        return ConditionEvaluationResult.disabled(Requires.PREFIX + requirement + " (" + reason + ")");
    }
}
