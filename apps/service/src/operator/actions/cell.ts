import { action } from '../row/action.ts';
import { openKeyRing } from '../row/open-key-ring.ts';

export const CELL = [
  action({
    name: 'cell key',
    role: 'terminal',
    text: 'print the public key to which other cells export merchants that move here',
    params: {},
    async run(operator) {
      const [active] = await (await openKeyRing(operator)).transferKeys();
      return { public_key: active!.getPublicKey('base64') };
    },
    print: ({ public_key }) => public_key,
  }),
];
