"""The net, and the same net in whole numbers as the engine's kernel computes it."""
import base64
import struct

import torch
import torch.nn as nn
import torch.nn.functional as F

# Channels at 1/2, 1/4, 1/8 and 1/16 of the resolution, and residual convolutions at 1/8 and 1/16.
SIZES = {'XS': ((8, 16, 16, 24), (1, 2)), 'S': ((8, 16, 32, 48), (2, 3)), 'T': ((8, 24, 40, 64), (2, 3))}
# Every value between two layers is a 16-bit number in this unit.
UNIT = 1024
LIMIT = 2**15 - 1


class Layer(nn.Module):
    """A convolution with its batch norm, which `folded` joins into weights and bias."""

    def __init__(self, inputs, outputs, size=3, stride=1, dilation=1, is_cut=True):
        super().__init__()
        self.stride, self.dilation, self.is_cut = stride, dilation, is_cut
        self.conv = nn.Conv2d(inputs, outputs, size, stride, dilation * (size // 2), dilation, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x):
        y = self.norm(self.conv(x))
        return F.relu(y) if self.is_cut else y

    def folded(self):
        factor = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        return self.conv.weight * factor[:, None, None, None], self.norm.bias - self.norm.running_mean * factor


class Last(nn.Conv2d):
    """A layer whose outputs are read, without a batch norm."""

    is_cut = False

    def folded(self):
        return self.weight, self.bias


class Ridges(nn.Module):
    def __init__(self, channels, residual):
        super().__init__()
        a, b, c, d = channels
        self.channels = channels
        self.in1, self.in2 = Layer(4, a), Layer(a, a)
        self.down2, self.at2 = Layer(a, b, stride=2), Layer(b, b)
        self.down3 = Layer(b, c, stride=2)
        self.at3 = nn.ModuleList([Layer(c, c, dilation=1 + k % 2) for k in range(residual[0])])
        self.down4 = Layer(c, d, stride=2)
        self.at4 = nn.ModuleList([Layer(d, d, dilation=1 + k % 2) for k in range(residual[1])])
        self.up3, self.mix3 = Layer(d, c, 1, is_cut=False), Layer(c, c)
        self.up2, self.mix2 = Layer(c, b, 1, is_cut=False), Layer(b, b)
        self.up1, self.mix1 = Layer(b, a, 1, is_cut=False), Layer(a, a)
        self.picture, self.head = Last(a, 4, 3, padding=1), Last(b, 3, 1)

    def forward(self, flat, run=lambda layer, x: layer(x), limit=lambda x: x):
        """The picture, and by cell the doubled direction and whether skin touches there. `run` and `limit`: for whole numbers."""
        e1 = run(self.in2, run(self.in1, F.pixel_unshuffle(flat, 2)))
        e2 = run(self.at2, run(self.down2, e1))
        e3 = run(self.down3, e2)
        for layer in self.at3:
            e3 = limit(e3 + run(layer, e3))
        e4 = run(self.down4, e3)
        for layer in self.at4:
            e4 = limit(e4 + run(layer, e4))
        d3 = run(self.mix3, F.relu(limit(e3 + twice(run(self.up3, e4)))))
        d2 = run(self.mix2, F.relu(limit(e2 + twice(run(self.up2, d3)))))
        d1 = run(self.mix1, F.relu(limit(e1 + twice(run(self.up1, d2)))))
        return F.pixel_shuffle(run(self.picture, d1), 2), run(self.head, d2)

    def layers(self):
        """In the order in which the engine runs them."""
        return [
            *(self.in1, self.in2, self.down2, self.at2, self.down3, *self.at3, self.down4, *self.at4),
            *(self.up3, self.mix3, self.up2, self.mix2, self.up1, self.mix1, self.picture, self.head),
        ]


def twice(x):
    return F.interpolate(x, scale_factor=2, mode='nearest')


class Whole:
    """A layer in whole numbers: 8-bit weights times one factor for each output, a bias, and a shift of their sum."""

    def __init__(self, layer):
        self.layer = layer
        weight, bias = (t.detach().double().cpu() for t in layer.folded())
        rows = weight.abs().sum((1, 2, 3))
        # No sum of 16-bit values, weighted, may leave 32 bits: the engine does not check.
        self.shift = 14
        while True:
            scale = 2.0**self.shift
            factor = torch.ceil(weight.abs().amax((1, 2, 3)) * scale / 127).clamp(min=1)
            self.weight = torch.round(weight * scale / factor[:, None, None, None])
            self.factor = factor
            self.bias = torch.round(bias * scale * UNIT) + 2 ** (self.shift - 1)
            most = (self.weight.abs().sum((1, 2, 3)) * factor) * (LIMIT + 1) + self.bias.abs()
            if float(most.max()) < 2**31 and float(factor.max()) < 256:
                break
            self.shift -= 1
        assert self.shift > 0 and rows.isfinite().all()

    def run(self, x):
        layer = self.layer
        conv = layer if isinstance(layer, Last) else layer.conv
        weight = (self.weight * self.factor[:, None, None, None]).to(x)
        sums = F.conv2d(x, weight, self.bias.to(x), conv.stride, conv.padding, conv.dilation)
        y = torch.floor(sums / 2**self.shift).clamp(-LIMIT - 1, LIMIT)
        return F.relu(y) if layer.is_cut else y

    def pack(self):
        """Shift and biases (32 bits), factors (16 bits), then 8-bit weights by four outputs, tap, eight inputs and output."""
        outputs, inputs, rows, columns = self.weight.shape
        full = torch.zeros(-(-outputs // 4) * 4, -(-inputs // 8) * 8, rows, columns, dtype=torch.int8)
        full[:outputs, :inputs] = self.weight.to(torch.int8)
        blocks = full.reshape(-1, 4, full.shape[1] // 8, 8, rows, columns).permute(0, 4, 5, 2, 1, 3)
        bias, factor = (padded(t, full.shape[0]) for t in (self.bias, self.factor))
        count = full.shape[0]
        head = struct.pack(f'<i{count}i{count}h', self.shift, *bias, *factor)
        return head + blocks.contiguous().numpy().tobytes()

    def float_weights(self):
        """For the float oracle: what the whole numbers stand for."""
        scale = 2.0**self.shift
        weight = self.weight * self.factor[:, None, None, None] / scale
        return weight, (self.bias - 2 ** (self.shift - 1)) / scale / UNIT


def padded(values, count):
    return [int(value) for value in values] + [0] * (count - len(values))


class WholeRidges:
    def __init__(self, net):
        self.net = net
        self.whole = {layer: Whole(layer) for layer in net.layers()}

    def run(self, flat):
        """As the engine: from a flat picture in UNIT, exact."""
        return self.net(flat.double(), lambda layer, x: self.whole[layer].run(x), lambda x: x.clamp(-LIMIT - 1, LIMIT))

    def pack(self):
        return b''.join(self.whole[layer].pack() for layer in self.net.layers())


def text_of(numbers):
    return base64.b64encode(numbers.to(torch.int16).cpu().numpy().astype('<i2').tobytes()).decode()
