import { expect, it } from 'vitest';
import { onBothStores } from '../../../test/on-stores.ts';
import { rotate } from '../../../test/rotating-operator.ts';

onBothStores((fixture) => {
  it.each(['keys schedule', 'keys emergency'] as const)(
    '%s by two operators at once creates one key, and refuses the other operator',
    async (name) => {
      const service = await (await fixture.another()).start();
      const { promise: bothHaveRead, resolve } = Promise.withResolvers<undefined>();
      let reads = 0;
      const token = async (): Promise<undefined> => (++reads === 2 && resolve(undefined), bothHaveRead);
      const runs = await Promise.allSettled([rotate(name, service, token), rotate(name, service, token)]);
      const refused = runs.filter((run) => run.status === 'rejected');
      expect(refused.map(({ reason }) => String(reason))).toEqual([
        'OperatorError: the keys were changed at the same time: see "authly keys list", then try again',
      ]);
      expect(await service.service.store.keys.list('bio-signing')).toHaveLength(2);
    },
  );
});
