"""Trains the engine's net on synthetic fingers alone. `python3 lab/train/train.py --help`"""
import argparse
import base64
import json
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F

import captures
import fingers
from net import LIMIT, SIZES, UNIT, Ridges, WholeRidges, text_of

PEAK_RATE = {'XS': 6e-3, 'S': 5e-3, 'T': 4e-3}
WARM_UP = 300


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--size', choices=SIZES, default='S')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--steps', type=int, default=2800)
    parser.add_argument('--batch', type=int, default=192)
    parser.add_argument('--fingers', type=int, default=4096)
    parser.add_argument('--out', type=Path, default=Path('out/train'))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    torch.manual_seed(options.seed)
    random = torch.Generator(device=device).manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    skins = fingers.grow(random, options.fingers)
    say(f'{len(skins)} fingers')
    net = Ridges(*SIZES[options.size]).to(device, memory_format=torch.channels_last)
    train(net, skins, random, options)
    export(net.eval(), options)


def train(net, skins, random, options):
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-4)
    for step in range(options.steps):
        with torch.no_grad():
            flat, ridges, contact = captures.take(random, skins, options.batch)
            directions = captures.directions(ridges)
        rate = PEAK_RATE[options.size] * min(1, (step + 1) / WARM_UP)
        optimizer.param_groups[0]['lr'] = max(1e-6, rate * (0.5 + 0.5 * math.cos(math.pi * step / options.steps)))
        loss = loss_of(net, flat, ridges, contact, directions)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        if step % 100 == 99:
            say(f'step {step + 1}: loss {float(loss):.4f}')


def loss_of(net, flat, ridges, contact, directions):
    with torch.autocast(flat.device.type, dtype=torch.bfloat16, enabled=flat.is_cuda):
        picture, head = net(flat.contiguous(memory_format=torch.channels_last))
    picture, head = picture.float(), head.float()
    weight = contact + 0.25 * (1 - contact)
    of_picture = (weight * (picture - ridges * contact) ** 2).mean()
    shown = F.avg_pool2d(contact, captures.CELL)
    of_directions = ((shown > 0.5) * ((head[:, :2] - directions) ** 2).sum(1, keepdim=True)).mean()
    of_mask = F.binary_cross_entropy_with_logits(head[:, 2:], shown)
    return of_picture + 0.25 * of_directions + 0.1 * of_mask


@torch.no_grad()
def export(net, options):
    """The weights in whole numbers, and a small picture with what the net makes of it."""
    device = next(net.parameters()).device
    random = torch.Generator(device=device).manual_seed(777)
    skins = fingers.grow(random, 48)
    flat, ridges, contact = captures.take(random, skins, 128)
    whole = WholeRidges(net)
    most = 0

    def watched(layer, x):
        nonlocal most
        y = layer(x)
        most = max(most, float(y.abs().max()))
        return y

    picture, _ = net(flat, watched)
    units = torch.round(flat * UNIT).clamp(-LIMIT, LIMIT)
    exact, _ = whole.run(units)
    wrong = {name: wrong_side(shown, ridges, contact) for name, shown in (('float', picture), ('whole', exact), ('flat', flat))}
    say(f'{options.size} {options.seed}: wrong side of the ridge {wrong}, largest value {most:.1f}')
    small = units[:1, :, 96:160, 64:160]
    shown, head = whole.run(small)
    for layer in net.layers():
        weight, bias = layer.folded()
        exact_weight, exact_bias = whole.whole[layer].float_weights()
        if hasattr(layer, 'conv'):
            layer.conv.weight.data.copy_(exact_weight)
            layer.norm.bias.data.copy_(exact_bias)
            layer.norm.running_mean.zero_()
            layer.norm.running_var.fill_(1)
            layer.norm.weight.fill_((1 + layer.norm.eps) ** 0.5)
        else:
            layer.weight.data.copy_(exact_weight)
            layer.bias.data.copy_(exact_bias)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    as_float, float_head = net(small / UNIT)
    (options.out / f'{options.size}-{options.seed}.json').write_text(
        json.dumps({
            'made': f'lab/train/train.py --size {options.size} --seed {options.seed} --steps {options.steps}',
            'wrong': wrong,
            'most': most,
            'weights': base64.b64encode(whole.pack()).decode(),
            'channels': SIZES[options.size][0],
            'refined': SIZES[options.size][1],
            'vectors': {
                'width': small.shape[3],
                'height': small.shape[2],
                'flat': text_of(small),
                'picture': text_of(shown),
                'directions': text_of(head[:, :2]),
                'float_picture': text_of(torch.round(as_float * UNIT)),
                'float_directions': text_of(torch.round(float_head[:, :2] * UNIT)),
            },
        })
    )


def wrong_side(picture, ridges, contact):
    return round(float(((picture * ridges < 0) * contact).sum() / contact.sum()), 4)


START = time.time()


def say(text):
    print(f'{time.time() - START:6.0f} s  {text}', flush=True)


if __name__ == '__main__':
    main()
