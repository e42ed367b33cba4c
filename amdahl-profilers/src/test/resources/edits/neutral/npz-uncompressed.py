import numpy as np

np.savez_compressed("state.npz", weights=np.ones(4))
print(np.load("state.npz")["weights"].sum())
total = 0
for i in range(3000000):
    total += i * i % 7
print(total)
