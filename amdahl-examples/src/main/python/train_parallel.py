#!/usr/bin/env python3
"""Trains a table of word vectors in two processes of this machine, which exchange gradients by gloo.

    python3 train_parallel.py

A step sums the gradients of several small batches, as one does where a large batch does not fit. Only the last of them has
to be exchanged, and all of them are: --no-sync keeps the others at home. It needs PyTorch and nothing else.
"""

import argparse
import contextlib
import json
import os
import socket

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Tagger(nn.Module):
    """Tells the topic of a text from the mean of its words."""

    def __init__(self, words, width, topics):
        super().__init__()
        self.words = nn.EmbeddingBag(words, width, mode="mean")
        self.topic = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, topics))

    def forward(self, texts):
        return self.topic(self.words(texts))


def texts(args, seed):
    """Returns texts of random words, with topics that some of the words tell."""
    noise = torch.Generator().manual_seed(seed)
    topics = torch.randint(0, 10, (args.samples,), generator=noise)
    words = torch.randint(0, args.words, (args.samples, 40), generator=noise)
    words[:, ::2] = words[:, ::2] % 8 + 8 * topics[:, None]
    return words, topics


def train(rank, args):
    """Returns how many samples all processes saw, and the mean loss of this one; its model is gone before the group ends."""
    torch.manual_seed(args.seed)
    model = DistributedDataParallel(Tagger(args.words, args.width, 10))
    optimizer = torch.optim.SGD(model.parameters(), lr=args.learning_rate)
    words, topics = texts(args, args.seed + rank)
    seen, losses = 0, []
    for batch, start in enumerate(range(0, args.samples, args.batch_size), 1):
        steps = batch % args.accumulate == 0
        with model.no_sync() if args.no_sync and not steps else contextlib.nullcontext():
            loss = nn.functional.cross_entropy(model(words[start : start + args.batch_size]), topics[start : start + args.batch_size])
            (loss / args.accumulate).backward()
        losses.append(loss.detach())
        seen += args.processes * len(topics[start : start + args.batch_size])
        if steps:
            optimizer.step()
            optimizer.zero_grad()
    return seen, torch.stack(losses).mean()


def run(rank, args, port):
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    dist.init_process_group("gloo", init_method="tcp://127.0.0.1:%d" % port, rank=rank, world_size=args.processes)
    seen, mean = train(rank, args)
    dist.all_reduce(mean)
    if rank == 0:
        mean = mean.item() / args.processes
        with open("result.json", "w") as file:
            json.dump({"samples": seen, "loss": round(mean, 3)}, file)
        print(f"trained on {seen} samples, mean loss {mean:.4f}")
    dist.barrier()
    dist.destroy_process_group()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--samples", type=int, default=1024, help="of each process")
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--accumulate", type=int, default=8, help="batches to a step")
    parser.add_argument("--no-sync", action="store_true", help="exchange gradients once a step, not with every batch")
    parser.add_argument("--words", type=int, default=60000)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--learning-rate", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    mp.start_processes(run, (args, port), nprocs=args.processes, start_method="fork")


if __name__ == "__main__":
    main()
