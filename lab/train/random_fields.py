"""Random numbers and smooth relief from one generator."""
import math

import torch
import torch.nn.functional as F


def uniform(random, *shape, low=0.0, high=1.0):
    return torch.rand(*shape, device=random.device, generator=random) * (high - low) + low


def normal(random, *shape):
    """About normal, and never beyond 3.5 deviations."""
    return (torch.rand(4, *shape, device=random.device, generator=random).sum(0) - 2) * math.sqrt(3)


def gaussian(random, *shape):
    return torch.randn(*shape, device=random.device, generator=random)


def chance(random, batch, share):
    """1 for this share of the samples, 0 for the others."""
    return (uniform(random, batch, 1, 1, 1) < share).float()


def strengths(random, batch):
    """A function that draws one number for each sample."""
    return lambda low=0.0, high=1.0: uniform(random, batch, 1, 1, 1, low=low, high=high)


def hills(random, batch, height, width, cell):
    """Relief of about -1 to 1 with hills about `cell` pixels apart."""
    rows, columns = int(height / cell) + 4, int(width / cell) + 4
    knots = uniform(random, batch, 1, rows, columns, low=-1, high=1)
    down, right = uniform(random, batch, 1, 1), uniform(random, batch, 1, 1)
    y = (torch.arange(height, device=random.device) / cell)[None, :, None] + 1 + down
    x = (torch.arange(width, device=random.device) / cell)[None, None, :] + 1 + right
    at = torch.broadcast_tensors(x / (columns - 1) * 2 - 1, y / (rows - 1) * 2 - 1)
    return F.grid_sample(knots, torch.stack(at, -1), mode='bicubic', align_corners=True, padding_mode='border')
