"""Writes a trained net into the engine: `python3 lab/train/install.py out/train/S-1.json`"""
import base64
import hashlib
import json
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / 'packages/fingerprint'

net = json.loads(Path(sys.argv[1]).read_text())
text = net['weights']
checksum = hashlib.sha256(base64.b64decode(text)).hexdigest()
lines = '\n'.join(f"  '{text[k : k + 160]}'," for k in range(0, len(text), 160))
(PACKAGE / 'src/extract/generated/net-weights.ts').write_text(
    f"""// Made by `{net['made']}` and `install.py`, of synthetic fingers alone.

/** At 1/2, 1/4, 1/8 and 1/16 of the resolution. */
export const CHANNELS = {json.dumps(net['channels'])} as const;
/** Further convolutions at 1/8 and 1/16. */
export const REFINED = {json.dumps(net['refined'])} as const;
export const SHA256 = '{checksum}';
// biome-ignore format: bytes
export const WEIGHTS = [
{lines}
].join('');
"""
)
vectors = {'sha256': checksum, **net['vectors']}
(PACKAGE / 'test/net-vectors.json').write_text(json.dumps(vectors, indent=2) + '\n')
