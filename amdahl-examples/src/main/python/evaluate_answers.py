"""An evaluation job: a small network scores answers, and every score is kept.

    python3 evaluate_answers.py --answers 6000

It needs PyTorch and nothing else, and makes its answers itself, the same in each run. It scores one answer at a time, which costs more than it has to,
and compresses the scores as far as gzip can.
"""

import argparse
import gzip
import json

import torch

WORDS = 48


def answers(count):
    """Returns that many answers, as texts of words that are numbers."""
    state = 7
    texts = []
    for _ in range(count):
        words = []
        for _ in range(WORDS):
            state = (state * 1103515245 + 12345) % 2147483648
            words.append("w%d" % (state % 997))
        texts.append(" ".join(words))
    return texts


def features(text):
    """Returns what the network sees of an answer."""
    return torch.tensor([int(word[1:]) / 997 for word in text.split()])


@torch.inference_mode()
def evaluate(model, texts, batch):
    """Returns the score of each answer."""
    model.eval()
    scores = []
    for start in range(0, len(texts), batch):
        seen = torch.stack([features(text) for text in texts[start : start + batch]])
        scores.extend(model(seen).squeeze(1).tolist())
        if len(scores) % 400 == 0:
            print("scored %d" % len(scores))
    return scores


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--answers", type=int, default=6000)
    parser.add_argument("--batch-size", type=int, default=1)
    parser.add_argument("--output", default="scores.jsonl.gz")
    arguments = parser.parse_args()
    torch.manual_seed(1)
    layers = [torch.nn.Sequential(torch.nn.Linear(WORDS, WORDS), torch.nn.Tanh()) for _ in range(24)]
    model = torch.nn.Sequential(*layers, torch.nn.Linear(WORDS, 1))
    texts = answers(arguments.answers)
    scores = evaluate(model, texts, arguments.batch_size)
    with gzip.open(arguments.output, "wt") as out:
        for text, score in zip(texts, scores):
            out.write(json.dumps({"answer": text, "score": round(score, 4)}) + "\n")
    with open("summary.json", "w") as out:
        json.dump({"answers": len(scores), "mean": round(sum(scores) / len(scores), 4)}, out)
    print("processed %d records" % len(scores))


if __name__ == "__main__":
    main()
