import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { expressBioApi } from '../src/adapters/express.ts';
import { fastifyBioApi } from '../src/adapters/fastify.ts';
import { honoBioApi } from '../src/adapters/hono.ts';
import { toNodeHandler } from '../src/adapters/node.ts';
import type { BioApi } from '../src/index.ts';

export interface Listening {
  readonly base: string;
  readonly close: () => Promise<unknown>;
}

export async function listen(server: Server, path = '/bio'): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const scheme = 'setSecureContext' in server ? 'https' : 'http';
  return {
    base: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** Each in an app that also parses JSON elsewhere, mounted below a prefix. */
export const frameworks: Record<string, (bioApi: BioApi) => Promise<Listening>> = {
  'node:http': (bioApi) => listen(createServer(toNodeHandler(bioApi)), '/bio'),
  express: (bioApi) => {
    const app = express();
    app.use('/api/bio', expressBioApi(bioApi));
    app.use(express.json());
    app.post('/other', (req, res) => void res.json(req.body));
    return listen(createServer(app), '/api/bio');
  },
  'express behind express.raw()': (bioApi) => {
    const app = express();
    app.use(express.raw({ type: '*/*', limit: '8mb' }));
    app.use('/api/bio', expressBioApi(bioApi));
    return listen(createServer(app), '/api/bio');
  },
  fastify: async (bioApi) => {
    const app = fastify();
    await app.register(fastifyBioApi(bioApi), { prefix: '/api/bio' });
    app.route({ method: 'POST', url: '/other', handler: async (request) => request.body });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { base: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/bio`, close: () => app.close() };
  },
  hono: async (bioApi) => {
    const app = new Hono();
    app.all('/api/bio/*', honoBioApi(bioApi));
    app.post('/other', async (c) => c.json(await c.req.json()));
    return serveHono(app);
  },
  'hono behind a middleware that reads the body': async (bioApi) => {
    const app = new Hono();
    app.use(async (c, next) => {
      await c.req.text();
      await next();
    });
    app.all('/api/bio/*', honoBioApi(bioApi));
    return serveHono(app);
  },
};

async function serveHono(app: Hono): Promise<Listening> {
  const server = await new Promise<Server>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started as Server));
  });
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/bio`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
