import os

import torch

for epoch in range(3):
    torch.save(torch.ones(2000000), "model-%d.pt" % epoch)
    print(epoch, os.path.getsize("model-%d.pt" % epoch) > 8000000)
