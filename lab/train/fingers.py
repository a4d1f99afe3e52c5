"""Skin of fingers that nobody has, in batches: the model of packages/fingerprint/src/synthesize. Lengths are pixels at 500 dpi."""
import math

import torch
import torch.nn.functional as F

from random_fields import hills, normal, uniform

# Ridges are grown on every second pixel.
STEP = 2
WIDTH, HEIGHT = 344, 456
COLUMNS, ROWS = WIDTH // STEP, HEIGHT // STEP
ORIENTATIONS, PERIODS, MIN_PERIOD, MAX_PERIOD, REACH = 64, 10, 3.4, 6.2, 4
GAIN, ROUNDS, BATCH = 2.1, 9, 24
# Left loop, right loop, whorl, double loop, arch with a core, arch: more arches than nature has, to learn them.
SHARES = [30.0, 30.0, 22.0, 8.0, 4.0, 6.0]
OFF_SKIN = -3.0


def filters(device):
    """One wave for each orientation and period, as columns: 81 × 640."""
    along_axis = torch.arange(-REACH, REACH + 1, device=device).float()
    dy, dx = torch.meshgrid(along_axis, along_axis, indexing='ij')
    waves = []
    for band in range(PERIODS):
        period = MIN_PERIOD + band * (MAX_PERIOD - MIN_PERIOD) / (PERIODS - 1)
        for turn in range(ORIENTATIONS):
            angle = turn * math.pi / ORIENTATIONS
            along = (dx * math.cos(angle) - dy * math.sin(angle)) / 2.3
            across = dx * math.sin(angle) + dy * math.cos(angle)
            window = torch.exp(-(along**2 + (across / (0.42 * period)) ** 2) / 2)
            wave = torch.cos(2 * math.pi * across / period)
            zero_mean = wave - (window * wave).sum() / window.sum()
            waves.append(GAIN * window * zero_mean / (window * zero_mean * wave).sum())
    return torch.stack(waves).reshape(PERIODS * ORIENTATIONS, -1).t().contiguous()


def grow(random, count):
    """Relief of `count` fingers as half floats: 1 on a ridge, -1 in a valley, OFF_SKIN beside the pad."""
    bank = filters(random.device)
    return torch.cat([grow_batch(random, bank, min(BATCH, count - first)) for first in range(0, count, BATCH)])


def grow_batch(random, bank, count):
    pad = pad_shape(random.device)
    wave = nearest_filter(random, flows(random, count), periods(random, count)).reshape(count, -1, 1)
    seeds = (uniform(random, count, ROWS, COLUMNS) < 1 / 50).float()
    signs = torch.where(uniform(random, count, ROWS, COLUMNS) < 0.5, 6.0, -6.0)
    relief = seeds * signs * pad
    for k in range(ROUNDS):
        around = F.unfold(relief[:, None], 2 * REACH + 1, padding=REACH).transpose(1, 2)
        grown = [torch.gather(around[i] @ bank, 1, wave[i]) for i in range(count)]
        relief = torch.stack(grown).reshape(count, ROWS, COLUMNS)
        if k < ROUNDS - 1:
            clipped = relief.clamp(-1, 1)
            relief = clipped * (1.5 - 0.5 * clipped * clipped) * pad
        else:
            relief = relief / GAIN * pad
    full = F.interpolate(relief[:, None], scale_factor=STEP, mode='bicubic', align_corners=False)
    on_pad = F.interpolate(pad[None].expand(count, 1, ROWS, COLUMNS), scale_factor=STEP) > 0
    return torch.where(on_pad, (1.5 * full).clamp(-1, 1), torch.full_like(full, OFF_SKIN)).half()


def pad_shape(device):
    height = 2 * torch.arange(ROWS, device=device) / ROWS - 1
    half = torch.floor((COLUMNS / 2) * torch.clamp(1.1 - height**2, min=0).sqrt().clamp(max=1))
    return ((torch.arange(COLUMNS, device=device)[None] - COLUMNS / 2 + 0.5).abs() < half[:, None]).float()[None]


def periods(random, count):
    mean = uniform(random, count, 1, 1, low=8.0, high=10.0) / STEP
    joint = 0.14 * torch.clamp(torch.arange(ROWS, device=random.device) / ROWS - 0.6, min=0)[None, :, None]
    return mean * (1 + joint + 0.14 * hills(random, count, ROWS, COLUMNS, 48)[:, 0])


def nearest_filter(random, flow, period):
    turn = torch.remainder(torch.round(flow * ORIENTATIONS / math.pi), ORIENTATIONS).long()
    share = (period - MIN_PERIOD) / (MAX_PERIOD - MIN_PERIOD)
    return torch.clamp(torch.round(share * (PERIODS - 1)), 0, PERIODS - 1).long() * ORIENTATIONS + turn


def flows(random, count):
    """Ridge directions by the zero-pole model: each core and delta adds half its bearing."""
    y = HEIGHT / 2 - torch.arange(ROWS, device=random.device).float() * STEP
    x = torch.arange(COLUMNS, device=random.device).float() * STEP - WIDTH / 2
    y, x = torch.meshgrid(y, x, indexing='ij')
    shares = torch.tensor(SHARES, device=random.device)
    kinds = torch.multinomial(shares, count, replacement=True, generator=random).tolist()
    units, normals = uniform(random, count, 64).tolist(), normal(random, count, 64).tolist()
    return torch.stack(
        [flow_of(kind, iter(unit), iter(bell), x, y) for kind, unit, bell in zip(kinds, units, normals)]
    ) + 0.16 * hills(random, count, ROWS, COLUMNS, 36)[:, 0]


def flow_of(kind, units, normals, x, y):
    def between(low, high):
        return low + next(units) * (high - low)

    def side():
        return 1 if between(0, 1) < 0.5 else -1

    def bends():
        return [next(normals) * 0.14 for _ in range(4)]

    cx, cy = next(normals) * 14, between(0, 46)
    points, twist = [], 0.0

    def core(px, py, tail):
        c, s, c2, s2 = bends()
        points.append((px, py, 1, c + 0.5 * math.sin(tail), s - 0.5 * math.cos(tail), c2, s2))

    def delta(px, py):
        points.append((px, py, -1, *bends()))

    def delta_beside(of_side):
        px, py = cx + of_side * between(78, 118), cy - between(92, 140)
        delta(px, py)
        return px, py

    if kind < 2:
        px, py = delta_beside(-1 if kind == 0 else 1)
        core(cx, cy, -math.atan2(cy - py, cx - px))
    elif kind < 4:
        is_whorl = kind == 2
        apart, tilt = (between(22, 64), next(normals) * 0.25) if is_whorl else (between(44, 70), side() * between(0, 0.8))
        dx, dy = math.sin(tilt) * apart / 2, math.cos(tilt) * apart / 2
        core(cx + dx, cy + dy, -math.pi / 2 - tilt)
        core(cx - dx, cy - dy, math.pi / 2 - tilt)
        delta_beside(-1)
        delta_beside(1)
        twist = next(normals) * 0.3 if is_whorl else side() * between(0.9, 1.3)
    elif kind == 4:
        core(cx, cy, -math.pi / 2)
        delta(cx + next(normals) * 4, cy - between(62, 96))

    flow = torch.zeros_like(x)
    if not points:
        drop = (y - cy + 40) / 110
        flow -= torch.atan(between(0.7, 1.25) / (1 + drop * drop) * torch.sin(math.pi * x / 240))
    for px, py, turn, c1, s1, c2, s2 in points:
        dx, dy = x - px, y - py
        distance = torch.sqrt(dx**2 + dy**2) + 1e-6
        c, s = dx / distance, dy / distance
        flow += turn / 2 * (torch.atan2(dy, dx) + c1 * c + s1 * s + c2 * (c * c - s * s) + s2 * 2 * s * c)
    flow += twist * torch.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * 42 * 42))
    dome = torch.clamp((y - cy + 130) / 160, 0, 1)
    return flow - between(0.45, 0.7) * x * (dome * dome * (3 - 2 * dome)) / 150
