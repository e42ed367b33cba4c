#!/usr/bin/env python3
"""Trains a small network on images that are really decoded, with three habits that cost time on a processor.

The loader runs in the thread of the steps, PyTorch starts more threads than there are cores, and each checkpoint is
compressed and written before the next step begins. Every one of them can be set from outside.
"""

import argparse
import io
import json
import math
import os
import zlib

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Images(Dataset):
    """Images in memory, compressed as they would lie on a disk; each is unpacked, cropped and normalised when it is asked for."""

    def __init__(self, count, size, seed):
        noise = torch.Generator().manual_seed(seed)
        self.size = size
        self.packed = []
        for label in torch.randint(0, 10, (count,), generator=noise).tolist():
            image = torch.randint(0, 40, (3, size, size), generator=noise, dtype=torch.uint8)
            image[label % 3, :: label + 2] += 180
            self.packed.append((zlib.compress(image.numpy().tobytes(), 9), label))

    def __len__(self):
        return len(self.packed)

    def __getitem__(self, index):
        data, label = self.packed[index]
        image = torch.frombuffer(bytearray(zlib.decompress(data)), dtype=torch.uint8)
        image = image.view(3, self.size, self.size).float() / 255
        for _ in range(4):
            image = nn.functional.avg_pool2d(image[None], 3, stride=1, padding=1)[0]
        return (image - image.mean()) / (image.std() + 1e-6), label


def save(model, path, level):
    """Writes a checkpoint, compressed as far as asked, whole or not at all."""
    plain = io.BytesIO()
    torch.save(model.state_dict(), plain)
    with open(path + ".part", "wb") as file:
        file.write(zlib.compress(plain.getvalue(), level))
    os.replace(path + ".part", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--images", type=int, default=768)
    parser.add_argument("--image-size", type=int, default=96)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--num-workers", type=int, default=0, help="processes that load; 0 loads in the thread of the steps")
    parser.add_argument("--threads", type=int, default=8, help="threads of PyTorch")
    parser.add_argument("--save-every", type=int, default=2, help="steps between checkpoints")
    parser.add_argument("--compression-level", type=int, default=9, help="of checkpoints, 0 to 9")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    model = nn.Sequential(
        nn.Conv2d(3, 16, 3, stride=2), nn.ReLU(), nn.Conv2d(16, 32, 3, stride=2), nn.ReLU(),
        nn.AdaptiveAvgPool2d(6), nn.Flatten(), nn.Linear(32 * 36, 512), nn.ReLU(), nn.Linear(512, 10),
    )
    optimizer = torch.optim.SGD(model.parameters(), lr=.05, momentum=.9)
    loader = DataLoader(Images(args.images, args.image_size, args.seed), args.batch_size, num_workers=args.num_workers)
    seen, total = 0, 0.0
    for step, (images, labels) in enumerate(loader, 1):
        loss = nn.functional.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen += len(labels)
        total += loss.item()
        if step % args.save_every == 0:
            save(model, "model.ckpt", args.compression_level)
    mean = total / math.ceil(seen / args.batch_size)
    with open("result.json", "w") as file:
        json.dump({"samples": seen, "loss": round(mean, 3)}, file)
    print(f"trained on {seen} images, mean loss {mean:.4f}")


if __name__ == "__main__":
    main()
