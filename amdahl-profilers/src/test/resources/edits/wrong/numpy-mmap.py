import numpy as np

np.save("scores.npy", np.arange(10.))
scores = np.load("scores.npy")
scores /= scores.max()
print(scores.sum())
