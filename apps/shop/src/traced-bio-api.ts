import { AsyncLocalStorage } from 'node:async_hooks';
import type { EnrollmentStore } from '@authly/merchant';
import type { Trace } from './trace.ts';
import type { ShopUsers } from './users.ts';

type Answer = (request: Request) => Promise<Response>;

/**
 * The Bio API, with each of its calls in the trace of the user whom it is about. That is known once the store is asked, which happens
 * only to calls that Authly signed: what a stranger sends is nobody's, and is read by nobody but the SDK.
 */
export function tracedBioApi(
  trace: Trace,
  users: ShopUsers,
  enrollments: EnrollmentStore,
  create: (store: EnrollmentStore) => Answer,
): Answer {
  const asked = new AsyncLocalStorage<{ ref?: string }>();
  const isAbout = (ref: string): void => {
    const call = asked.getStore();
    if (call !== undefined) call.ref = ref;
  };
  const answer = create({
    write(write) {
      isAbout(write.enrollment.merchantUserRef);
      return enrollments.write(write);
    },
    find(key) {
      isAbout(key.merchantUserRef);
      return enrollments.find(key);
    },
  });
  return async (request) => {
    const call: { ref?: string } = {};
    const began = performance.now();
    const response = await asked.run(call, () => answer(request));
    const user = call.ref === undefined ? undefined : users.findByRef(call.ref);
    trace.serviceCall(user?.name, request, response.status, performance.now() - began);
    return response;
  };
}
