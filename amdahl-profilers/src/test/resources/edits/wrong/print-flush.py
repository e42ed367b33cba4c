import os

for step in range(10):
    print("step", step, flush=True)
os._exit(0)
