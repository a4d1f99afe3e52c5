import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bioOpenApi } from '@authly/contract/catalogue/bio-openapi';
import { openApi } from '@authly/contract/catalogue/openapi';
import deviceVectors from '@authly/contract/device-vectors.json' with { type: 'json' };
import { DOCS_PATHS } from '@authly/contract/wire/page-addresses';
import sampleRecords from '@authly/contract/sample-records.json' with { type: 'json' };
import sealingVectors from '@authly/contract/sealing-vectors.json' with { type: 'json' };
import signatureVectors from '@authly/contract/signature-vectors.json' with { type: 'json' };
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VERSION } from '../../runtime/version.ts';
import { ROOT } from '../../runtime/root.ts';
import { addPage, filePage, PAGE_HEADERS, showPage, type Page } from '../../http/pages/page.ts';

const ENDINGS = new Set(['html', 'css', 'js', 'json', 'svg', 'webp']);

export function addDocumentation(fastify: FastifyInstance, serverUrl: string, hasTryIt: boolean): void {
  const addJson = (path: string, value: () => object): void =>
    addPage(
      fastify,
      page(path, 'json', () => JSON.stringify(value())),
    );
  addJson(DOCS_PATHS.openApi, () => openApi({ serverUrl, version: VERSION }));
  addJson(DOCS_PATHS.bioOpenApi, () => bioOpenApi({ version: VERSION }));
  addJson(DOCS_PATHS.signatureVectors, () => signatureVectors);
  addJson(DOCS_PATHS.sealingVectors, () => sealingVectors);
  addJson(DOCS_PATHS.deviceVectors, () => deviceVectors);
  addJson(DOCS_PATHS.sampleRecords, () => sampleRecords);

  let site: ReadonlyMap<string, Page> | undefined;
  const show = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    site ??= new Map(sitePages(hasTryIt).map((each) => [each.path, each]));
    const { '*': below } = request.params as { '*'?: string };
    const found = site.get(below === undefined ? DOCS_PATHS.home : `${DOCS_PATHS.home}/${below}`);
    if (found) return showPage(found, request, reply);
    reply.callNotFound();
    return reply;
  };
  fastify.get(DOCS_PATHS.home, show);
  fastify.get(`${DOCS_PATHS.home}/*`, show);
}

function sitePages(hasTryIt: boolean): Page[] {
  const folder = join(ROOT, 'apps', 'docs', 'dist');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const ending = file.slice(file.lastIndexOf('.') + 1);
    const path = `${DOCS_PATHS.home}/${file.replaceAll('\\', '/').replace(/(?:index)?\.html$/, '')}`;
    if (!ENDINGS.has(ending) || (path === DOCS_PATHS.tryIt && !hasTryIt)) return [];
    const read = (): string | Buffer => {
      const content = readFileSync(join(folder, file));
      return ending !== 'html' || hasTryIt ? content : content.toString().replace(SANDBOX_ONLY, '');
    };
    const paths = file === 'index.html' ? [path, DOCS_PATHS.home] : [path];
    return paths.map((each) => page(each, ending, read));
  });
}

const SANDBOX_ONLY = /<li class="sandbox-only">.*?<\/li>/;

const page = (path: string, ending: string, read: () => string | Buffer): Page => ({
  path,
  headers: PAGE_HEADERS,
  ...filePage(ending, read),
});
