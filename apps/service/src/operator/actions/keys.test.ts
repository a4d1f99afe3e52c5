import { expect, it, vi } from 'vitest';
import { keyAction, ROTATIONS } from '../../../test/key-action.ts';
import { onBothStores } from '../../../test/on-stores.ts';
import { StoreUnavailableError } from '../../storage/port/store.ts';

onBothStores((fixture) => {
  it.each(ROTATIONS)('%s by two operators at once creates one key, and refuses the other operator', async (...row) => {
    const service = await (await fixture.another()).start();
    const { promise: bothHaveRead, resolve } = Promise.withResolvers<undefined>();
    let reads = 0;
    const token = async (): Promise<undefined> => (++reads === 2 && resolve(undefined), bothHaveRead);
    const runs = await Promise.allSettled([keyAction(row, service, token), keyAction(row, service, token)]);
    const refused = runs.filter((run) => run.status === 'rejected');
    expect(refused.map(({ reason }) => String(reason))).toEqual([
      'RefusedError: the keys were changed at the same time: see "authly keys list", then try again',
    ]);
    expect(await service.service.store.keys.list('bio-signing')).toHaveLength(2);
  });

  it('keys rewrap succeeds if the commit was stored and its answer was lost', async () => {
    const service = await (await fixture.another()).start();
    const { keys } = service.service.store;
    const reseal = keys.reseal.bind(keys);
    using lossy = vi.spyOn(keys, 'reseal').mockImplementationOnce(async (...args) => {
      await reseal(...args);
      throw new StoreUnavailableError('busy', 'a standby did not confirm the commit');
    });
    const base64 = Buffer.from(Buffer.alloc(32, 9).toString('base64')).toString('base64');
    const params = { new_master_key: { name: 'new.key', base64 } };
    expect(await keyAction(['keys rewrap', params], service)).toEqual({ rewrapped: 7, isNew: true });
    expect(lossy).toHaveBeenCalledTimes(2);
  });
});
