import torch

torch.set_num_threads(7)
print("threads that were paid for:", torch.get_num_threads())
