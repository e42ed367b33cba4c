import os

import numpy as np

if not os.path.exists("features.npy"):
    np.save("features.npy", np.arange(4.))
features = np.load("features.npy")
print(features.sum())
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
