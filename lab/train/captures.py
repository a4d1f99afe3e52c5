"""Captures of grown fingers as sensors take them, and what the net should see in them."""
import math

import torch
import torch.nn.functional as F

from fingers import HEIGHT as SKIN_HEIGHT, OFF_SKIN, WIDTH as SKIN_WIDTH
from random_fields import chance, gaussian, hills, normal, strengths, uniform

SIDE = 256
CELL = 4
# As FLATTEN in packages/fingerprint/src/constants.ts.
FLATTEN_RADIUS, FLATTEN_FLOOR = 10, 8


def take(random, skins, count, side=SIDE):
    """The flattened picture; the clean ridges, -1 to 1; and 1 where skin touches the glass."""
    where_x, where_y, radius = placement(random, count, side)
    skin = on_skin(skins, picked(random, skins, count), where_x, where_y)
    is_skin = (skin > OFF_SKIN * 0.4).float()
    inverted = torch.where(uniform(random, count, 1, 1, 1) < 0.2, -1.0, 1.0)
    ridges = torch.where(is_skin > 0, skin.clamp(-1, 1) * inverted, torch.full_like(skin, -1.0))
    is_mirrored = uniform(random, count) < 0.5
    bays = 0.08 * hills(random, count, side, side, 55) + 0.07 * hills(random, count, side, side, 9)
    border = torch.maximum(1 - radius[:, None] - bays, chance(random, count, 0.25))
    contact = ((border > 0) & (is_skin > 0)).float()
    firm = firmness(random, ridges, border)
    flat = flatten(torch.round(develop(random, skins, firm, contact).clamp(0, 255)))
    if float(uniform(random, 1)) < 0.5:
        # The end of the picture: zeros, as in the engine's padding.
        top, bottom, left, right = (uniform(random, 4) * 60 - 20).clamp(min=0).int().tolist()
        inside = torch.zeros(1, 1, side, side, device=random.device)
        inside[:, :, top : side - bottom, left : side - right] = 1
        flat, contact = flat * inside, contact * inside
    return [torch.where(is_mirrored[:, None, None, None], t.flip(-1), t) for t in (flat, ridges, contact)]


def placement(random, count, side):
    """For each pixel its position on the skin, and its radius within the contact, where 1 is the edge."""
    turn = normal(random, count, 1, 1) * 0.35
    any_turn = uniform(random, count, 1, 1, low=-math.pi, high=math.pi)
    turn = torch.where(uniform(random, count, 1, 1) < 0.15, any_turn, turn)
    scale = torch.exp(uniform(random, count, 1, 1, low=math.log(0.74), high=math.log(1.42)))
    axis = torch.arange(side, device=random.device) - side / 2 + 0.5
    y, x = axis[None, :, None], axis[None, None, :]
    c, s = torch.cos(turn), torch.sin(turn)
    u, v = (x * c - y * s) * scale, (x * s + y * c) * scale
    px, py = normal(random, count, 1, 1) * 55, normal(random, count, 1, 1) * 70
    stretch = uniform(random, count, 1, 1) ** 2

    def drag():
        return stretch * (9 * hills(random, count, side, side, 80) + 2.5 * hills(random, count, side, side, 40))[:, 0]

    x, y = u + px + drag(), v + py + drag()
    half_width = uniform(random, count, 1, 1, low=85, high=165)
    half_height = half_width * uniform(random, count, 1, 1, low=1.0, high=1.5)
    middle_x, middle_y = px * 0.6 + normal(random, count, 1, 1) * 25, py * 0.6 + normal(random, count, 1, 1) * 25
    radius = torch.sqrt(((x - middle_x) / half_width) ** 2 + ((y - middle_y) / half_height) ** 2)
    return x + SKIN_WIDTH / 2, y + SKIN_HEIGHT / 2, radius


def picked(random, skins, count):
    return torch.randint(len(skins), (count,), device=random.device, generator=random)


def on_skin(skins, picks, x, y):
    at = torch.stack([(x + 0.5) / SKIN_WIDTH * 2 - 1, (y + 0.5) / SKIN_HEIGHT * 2 - 1], -1)
    read = F.grid_sample(skins[picks].float(), at, mode='bilinear', align_corners=False, padding_mode='border')
    return torch.where((at.abs().amax(-1) < 1)[:, None], read, torch.full_like(read, OFF_SKIN))


def firmness(random, ridges, border):
    """How firmly each point touches the glass, in units of the relief: pressure, moisture, patches, grain, pores and creases."""
    count, _, side, _ = ridges.shape

    strength = strengths(random, count)

    firm = normal(random, count, 1, 1, 1) * 0.38
    firm = firm + strength() * 0.9 * hills(random, count, side, side, 56)
    firm = firm + strength() ** 2 * 1.1 * hills(random, count, side, side, 20)
    firm = firm + strength() ** 1.5 * 1.9 * (hills(random, count, side, side, 3.2) * (1 + 0.8 * hills(random, count, side, side, 40)))
    firm = firm + strength() ** 2 * 1.2 * hills(random, count, side, side, 1.7)
    firm = firm + chance(random, count, 0.4) * (hills(random, count, side, side, 34) - 0.15).clamp(min=0) * strength(-3.5, 3.0)
    firm = firm - 1.5 * (1 - border / 0.3).clamp(0, 1) ** 2 * strength(0.2, 1)
    firm = firm - ((hills(random, count, side, side, 4.6) - 0.45).clamp(min=0) * 3 * (ridges > 0.5)).clamp(max=1.3) * strength()
    firm = firm - strokes(random, count, side, 10, (25, 200), (0.5, 1.8), strength() ** 1.5 * 11) * strength(0.8, 2.2)
    return firm + ridges * strength(0.6, 1.15)


def strokes(random, count, side, most, length, width, shown):
    """Bent lines, of which the first `shown` are drawn."""
    y = torch.arange(side, device=random.device)[None, None, :, None]
    x = torch.arange(side, device=random.device)[None, None, None, :]

    def each(low, high):
        return uniform(random, count, most, 1, 1, low=low, high=high)

    cx, cy, angle, bend = each(0, side), each(0, side), each(0, math.pi), normal(random, count, most, 1, 1) * 0.003
    along = (x - cx) * torch.cos(angle) + (y - cy) * torch.sin(angle)
    off = (y - cy) * torch.cos(angle) - (x - cx) * torch.sin(angle) + bend * along * along
    half, thick = each(*length) / 2, each(*width)
    lines = torch.exp(-off * off / (2 * thick * thick)) * ((half - along.abs()) / 6).clamp(0, 1) * each(0.3, 1)
    is_drawn = torch.arange(most, device=random.device)[None, :, None, None] < shown
    return (lines * is_drawn).amax(1, keepdim=True)


def develop(random, skins, firm, contact):
    """Gray values: darkness by firmness, a print left on the glass, dark lines and dirt."""
    count, _, side, _ = firm.shape

    strength = strengths(random, count)

    full, none = strength(0.2, 0.9), strength(-0.7, -0.1)
    share = ((firm - none) / (full - none)).clamp(0, 1)
    dark = share * share * (3 - 2 * share) * contact
    glass, contrast = strength(150, 252), strength(0.12, 1)
    ridge = glass * (1 - contrast * 0.95) + 30 * contrast * hills(random, count, side, side, 56)
    valley = glass - strength(0, 0.35) * (glass - ridge) * (firm + 1.6).clamp(0, 1) * contact
    gray = valley + (ridge - valley) * dark
    depth = glass - ridge

    x, y, radius = placement(random, count, side)
    ghost = on_skin(skins, picked(random, skins, count), x, y)
    left = (ghost.clamp(-1, 1) + strength(-0.3, 0.6) + 0.7 * hills(random, count, side, side, 8)).clamp(0, 1)
    left = left * ((ghost > OFF_SKIN * 0.4) & (radius[:, None] < 1))
    gray = gray - chance(random, count, 0.2) * strength(0.05, 0.4) * depth.clamp(min=20) * left
    gray = gray - strokes(random, count, side, 4, (20, 150), (0.5, 1.5), strength() * 9 - 4) * 0.6 * depth
    dirt = (hills(random, count, side, side, 7) - 0.62).clamp(min=0) * 2.5 * chance(random, count, 0.25)
    gray = gray - dirt * depth * strength(-1, 1)
    return sensor_noise(random, gray, contrast)


def sensor_noise(random, gray, contrast):
    """Uneven light, blur, a lower resolution, noise by pixel, row and column, and stripes as wide as ridges."""
    count, _, side, _ = gray.shape

    strength = strengths(random, count)

    gray = gray + hills(random, count, side, side, 120) * strength(high=28)
    is_dragged = (uniform(random, count) < 0.12)[:, None, None, None]
    dragged = smear(gray, uniform(random, count, low=2, high=8), uniform(random, count, high=math.pi))
    gray = torch.where(is_dragged, dragged, gray)
    little, much = uniform(random, count, low=0.1, high=1.0), uniform(random, count, low=1.0, high=1.9)
    gray = blur(gray, torch.where(uniform(random, count) < 0.75, little, much))
    if float(uniform(random, 1)) < 0.3:
        small = int(side * float(uniform(random, 1, low=0.5, high=0.95)))
        coarse = F.interpolate(gray, size=(small, small), mode='area')
        mode = 'bilinear' if float(uniform(random, 1)) < 0.5 else 'nearest'
        gray = F.interpolate(coarse, size=(side, side), mode=mode)
    gray = gray + strength() ** 2 * 16 * contrast.clamp(min=0.3) * gaussian(random, count, 1, side, side)
    gray = gray + chance(random, count, 0.25) * strength(high=7) * gaussian(random, count, 1, 1, side)
    gray = gray + chance(random, count, 0.25) * strength(high=7) * gaussian(random, count, 1, side, 1)
    gray = gray + chance(random, count, 0.25) * strength() ** 1.5 * 32 * contrast.clamp(min=0.25) * stripes(random, count, side)
    wide = F.avg_pool1d(gaussian(random, count, 1, side + 4), 5, 1)[:, :, None]
    return gray + chance(random, count, 0.2) * strength(high=14) * wide


def stripes(random, count, side):
    strength = strengths(random, count)

    straight = torch.round(strength()) * math.pi / 2
    angle = torch.where(strength() < 0.7, straight, strength(high=math.pi))
    axis = torch.arange(side, device=random.device)
    across = axis[None, None, None, :] * torch.cos(angle) + axis[None, None, :, None] * torch.sin(angle)
    phase = 6 * strength() + 1.5 * hills(random, count, side, side, 60)
    wave = torch.sin(2 * math.pi * across / strength(3.5, 14) + phase)
    return wave * (hills(random, count, side, side, 70) + 0.3).clamp(0, 1)


def smear(picture, length, angle):
    """Blur along a line, by sample."""
    count, _, side, _ = picture.shape
    axis = torch.arange(-5, 6, device=picture.device).float()
    y, x = torch.meshgrid(axis, axis, indexing='ij')
    kernel = 0
    for part in torch.linspace(-0.5, 0.5, 9, device=picture.device):
        px, py = ((part * length * f(angle))[:, None, None] for f in (torch.cos, torch.sin))
        kernel = kernel + (1 - (x[None] - px).abs()).clamp(min=0) * (1 - (y[None] - py).abs()).clamp(min=0)
    kernel = kernel / kernel.sum((1, 2), keepdim=True)
    framed = F.pad(picture.reshape(1, count, side, side), (5,) * 4, mode='replicate')
    return F.conv2d(framed, kernel[:, None], groups=count).reshape(count, 1, side, side)


def blur(picture, sigma):
    """By sample."""
    count, _, side, _ = picture.shape
    reach = 4
    axis = torch.arange(-reach, reach + 1, device=picture.device).float()[None]
    weights = torch.exp(-axis * axis / (2 * sigma[:, None] ** 2))
    weights = weights / weights.sum(1, keepdim=True)
    flat = picture.reshape(1, count, side, side)
    across = F.conv2d(F.pad(flat, (reach, reach, 0, 0), mode='replicate'), weights[:, None, None, :], groups=count)
    down = F.conv2d(F.pad(across, (0, 0, reach, reach), mode='replicate'), weights[:, None, :, None], groups=count)
    return down.reshape(count, 1, side, side)


def box(picture, radius):
    return F.avg_pool2d(picture, 2 * radius + 1, 1, radius, count_include_pad=False)


def flatten(gray):
    mean = box(gray, FLATTEN_RADIUS)
    variance = (box(gray * gray, FLATTEN_RADIUS) - mean * mean).clamp(min=0)
    return (mean - gray) / (variance.sqrt() + FLATTEN_FLOOR)


def directions(ridges):
    """Cosine and sine of twice the angle across the clean ridges, by cell: their structure tensor, smoothed twice."""
    scharr = torch.tensor([[-3.0, 0, 3], [-10, 0, 10], [-3, 0, 3]], device=ridges.device)[None, None] / 32
    framed = F.pad(ridges, (1,) * 4, mode='replicate')
    gx, gy = F.conv2d(framed, scharr), F.conv2d(framed, scharr.transpose(2, 3))
    doubled = F.avg_pool2d(torch.cat([gx * gx - gy * gy, 2 * gx * gy], 1), CELL)
    smoothed = box(box(doubled, 2), 2)
    return smoothed / (smoothed.norm(dim=1, keepdim=True) + 1e-6)
