import gc
import weakref


class Batch:
    pass


for step in range(3):
    batch = Batch()
    batch.itself = batch
    watched = weakref.ref(batch)
    del batch
    gc.collect()
    print("memory is free again:", watched() is None)
