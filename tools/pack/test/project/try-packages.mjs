// Uses both packages as a merchant's project does, on any runtime. Prints the results as one line of JSON.
import { createServer } from 'node:http';

const USER = 'u_5f0c7d';

export async function tryPackages({ browser, merchant, node, runner, testing, vectors }) {
  console.log(
    JSON.stringify({
      client: await enroll(merchant, testing),
      runner: await checkBioApi(merchant, node, runner),
      vectors: vectors.vectors.length > 0,
      // Imports it without a window, as server-side rendering does.
      browser: Object.keys(browser)
        .filter((name) => name !== 'default' && name !== '__esModule')
        .sort(),
    }),
  );
}

/** The API client against the fake service: an enrolled finger and a refusal. */
async function enroll({ AuthlyError, createAuthlyClient, enrolledFinger }, { createFakeService }) {
  const service = await createFakeService();
  const { baseUrl, close } = await service.listen();
  const { clientId, clientSecret, merchantId } = service;
  const authly = createAuthlyClient({ baseUrl, clientId, clientSecret, merchantId });
  const { session_id } = await authly.createEnrollment({ merchant_user_ref: USER });
  service.move(session_id, { status: 'succeeded', finger: 'LM' });
  const finger = enrolledFinger(await authly.waitForResult(session_id, USER));
  const error = await authly.result('ses_unknown', USER).catch((refused) => refused);
  await close();
  return [finger, error instanceof AuthlyError && error.code];
}

/** The conformance runner against a Bio API on this runtime's HTTP server. Returns its result. */
async function checkBioApi({ createBioApi, memoryEnrollments, memoryNonces }, { toNodeHandler }, { main }) {
  let bioApi;
  let said = '';
  const server = createServer(toNodeHandler((request) => bioApi(request)));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The runner prints the address of its key list before its first call.
  const stderr = {
    write(text) {
      said += text;
      const keyList = /Serving the key list at (http.*?)\/v1\//.exec(text)?.[1];
      if (keyList === undefined) return;
      const [store, nonces] = [memoryEnrollments(), memoryNonces()];
      bioApi = createBioApi({ merchantId: 'mch_shop', baseUrl: keyList, store, nonces });
    },
  };
  const stdout = { write: (text) => (said += text) };
  const argv = [`http://127.0.0.1:${server.address().port}/bio`, '--merchant-id', 'mch_shop', '--keys-port', '0'];
  const code = await main([...argv, '--only', 'store,lookup,signature'], { stdout, stderr });
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
  return code === 0 ? 'passed' : said;
}
