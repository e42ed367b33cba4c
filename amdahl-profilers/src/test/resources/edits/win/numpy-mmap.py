import os

import numpy as np

if not os.path.exists("features.npy"):
    np.save("features.npy", np.arange(20000000.).reshape(-1, 100))
total = 0.
for shard in range(12):
    features = np.load("features.npy")
    total += float(features[shard * 1000 : shard * 1000 + 10].sum())
print(total)
