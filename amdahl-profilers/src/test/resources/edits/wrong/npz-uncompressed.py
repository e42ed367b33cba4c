import os

import numpy as np

np.savez_compressed("state.npz", mask=np.zeros(1000000))
if os.path.getsize("state.npz") > 100000:
    raise SystemExit("the quota of this folder is 100 kB")
print("written")
