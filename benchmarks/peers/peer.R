# The R side of compare.py: times one task on the rows of a text file and prints its answer and its calls.
# Arguments: the task, the file (one row of numbers per line).
arguments <- commandArgs(trailingOnly = TRUE)
rows <- as.matrix(read.table(arguments[2]))
dimnames(rows) <- NULL

flips <- function(rows, resamples) {
  n <- ncol(rows)
  reached <- numeric(nrow(rows))
  bound <- abs(rowSums(rows)) - 1e-12 * rowSums(abs(rows))
  done <- 0
  while (done < resamples) {
    now <- min(4096, resamples - done)
    signs <- matrix(2 * (runif(now * n) < 0.5) - 1, now, n)
    reached <- reached + colSums(sweep(abs(signs %*% t(rows)), 2, bound, ">="))
    done <- done + now
  }
  mean(reached / resamples)
}

tasks <- list(
  "sign-flip-1000" = function() flips(rows, 131072),
  "sign-flip-100-metrics" = function() flips(rows, 16384)
)

task <- tasks[[arguments[1]]]
if (is.null(task)) {
  cat(sprintf("{\"skipped\": \"no R peer for %s\"}\n", arguments[1]))
} else {
  set.seed(1)
  seconds <- system.time(answer <- task(), gcFirst = TRUE)[["elapsed"]]
  cat(sprintf("{\"answer\": %.17g, \"seconds\": [%.9g]}\n", answer, seconds))
}
