import { OPERATION_NAMES, type OperationName } from '@authly/contract/operation-table';
import { expect, it } from 'vitest';
import { anyCapture, claim } from '../../test/app-side.ts';
import { onOneStore } from '../../test/on-stores.ts';
import { PageSide } from '../../test/page-side.ts';
import type { TestAnswer } from '../../test/running-service.ts';
import { SdkMerchant } from '../../test/sdk-merchant.ts';

onOneStore((fixture) => {
  it('every successful response has Cache-Control: no-store', async () => {
    const service = await fixture.start();
    const merchant = await SdkMerchant.start(service);
    const { calls } = merchant;
    const created = await calls.enroll();
    const page = new PageSide(service, created.json as ConstructorParameters<typeof PageSide>[1]);
    const opened = await page.opened();
    const link = await page.link();
    const claimed = await claim(service, (link.json.app_url as string).split('#link=')[1]!);
    const app = await (await PageSide.open(calls)).join();
    const other = await PageSide.open(calls);
    const joined = await other.join('qr');
    const events = await other.events();
    const answers: Record<OperationName, Pick<TestAnswer, 'status'> & { readonly headers: unknown }> = {
      issueToken: await service.requestToken(calls.client),
      createEnrollmentSession: created,
      createVerificationSession: await calls.verify(),
      readResult: await calls.result(page.sessionId),
      cancelSession: await calls.cancel((await PageSide.open(calls)).sessionId),
      listSigningKeys: await service.get('/v1/signing-keys'),
      hostedOpened: opened,
      hostedSession: await page.session(),
      hostedLink: link,
      hostedEvents: { status: events.answer.status, headers: Object.fromEntries(events.answer.headers) },
      hostedCancel: await (await PageSide.open(calls)).cancel(),
      claimSession: claimed,
      appSession: await joined.session(),
      appConfirm: await joined.confirm(await other.number()),
      appCallback: await app.callback(anyCapture()),
      appFailure: await joined.failure('user_declined'),
    };
    await events.leave();
    await merchant.stop();
    expect(Object.keys(answers).toSorted()).toEqual(OPERATION_NAMES.toSorted());
    for (const [operation, { status, headers }] of Object.entries(answers))
      expect({ operation, status, headers }).toMatchObject({
        status: operation.startsWith('create') ? 201 : 200,
        headers: { 'cache-control': 'no-store' },
      });
  });
});
