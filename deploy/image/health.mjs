// The image's health check asks the operators' port. Node sends the request, because the image has no other program.
import { get } from 'node:http';

const { AUTHLY_OPS_HOST: host = '127.0.0.1', AUTHLY_OPS_PORT: port = '9464' } = process.env;
const everywhere = { '0.0.0.0': '127.0.0.1', '::': '::1' };

get({ host: everywhere[host] ?? host, port, path: '/healthz', timeout: 4000 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
