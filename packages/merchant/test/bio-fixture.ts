import {
  createBioApi,
  type BioApi,
  type BioApiOptions,
  type BioRefusalReport,
  memoryEnrollments,
  memoryNonces,
  type NonceStore,
} from '../src/index.ts';
import {
  type BioCall,
  createFakeService,
  createVirtualClock,
  type FakeService,
  signBioRequest,
  type VirtualClock,
} from '../src/testing/index.ts';

const BASE = 'https://shop.example/api/bio';

export interface BioFixture {
  readonly service: FakeService;
  readonly clock: VirtualClock;
  readonly nonces: NonceStore;
  readonly api: BioApi;
  readonly refusals: BioRefusalReport[];
  /** A call like the service's, with these changes. */
  request(endpoint: string, body: object | string, call?: Partial<BioCall>): Promise<Request>;
}

export async function createBioFixture(
  options: Pick<Partial<BioApiOptions>, 'store' | 'onRefusal'> = {},
): Promise<BioFixture> {
  const clock = createVirtualClock();
  const service = await createFakeService({ clock });
  const nonces = memoryNonces({ clock });
  const refusals: BioRefusalReport[] = [];
  const api = createBioApi({
    merchantId: service.merchantId,
    baseUrl: service.baseUrl,
    fetch: service.fetch,
    clock,
    store: memoryEnrollments(),
    nonces,
    onRefusal: (report) => void refusals.push(report),
    ...options,
  });
  const request = (endpoint: string, body: object | string, call: Partial<BioCall> = {}) =>
    signBioRequest({
      key: service.keys.active,
      merchantId: service.merchantId,
      url: BASE + endpoint,
      now: clock.now(),
      body,
      ...call,
    });
  return { service, clock, nonces, api, refusals, request };
}

/** Undefined removes a header. */
export function withHeaders(request: Request, changes: Record<string, string | undefined>): Request {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  return new Request(request, { headers });
}

export async function refusalOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error?: { code?: string } };
  return `${response.status} ${error?.code}`;
}
