import type { OperationName } from '@authly/contract/operations';
import signatureVectors from '@authly/contract/signature-vectors.json' with { type: 'json' };
import { BIO_OPENAPI_PATH, OPENAPI_PATH, SIGNATURE_VECTORS_PATH } from './addresses.ts';
import { bioReference, type WorkedExample } from './bio-reference.ts';
import { metricReference } from './metric-reference.ts';
import {
  apiReference,
  errorReference,
  limitReference,
  pageApiReference,
  settingReference,
  stateReference,
} from './reference.ts';
import type { Section } from './section.ts';

/** What a page says first, as HTML, and the sections that it is made of. */
export interface ReferencePage {
  readonly title: string;
  readonly intro: string;
  readonly sections: () => readonly Section[];
}

const link = (address: string, text: string): string => `<a href="${address}">${text}</a>`;

/** The published vector of a store: anybody can make its hash and signature again. */
const PUBLISHED: WorkedExample = { key: signatureVectors.key, call: signatureVectors.vectors[0]! };

/** Pages that are made from the tables, by path. The repo has them as Markdown of the same name; as pages they show more. */
// biome-ignore format: one row a line
export const referencePages = (operations: readonly OperationName[], example = PUBLISHED): Readonly<Record<string, ReferencePage>> => ({
  'reference/api': { title: 'API reference', intro: `What your server calls. The same for programs: ${link(OPENAPI_PATH, 'OpenAPI 3.1')}.`, sections: () => apiReference(operations) },
  'reference/bio-api': { title: 'Merchant Bio API reference', intro: `What your server answers. The same for programs: ${link(BIO_OPENAPI_PATH, 'OpenAPI 3.1')} and ${link(SIGNATURE_VECTORS_PATH, 'test vectors')}.`, sections: () => bioReference(example) },
  'reference/page-api': { title: 'Hosted page and app', intro: 'What our own pages call. A merchant needs none of it; whoever writes an app of their own does.', sections: () => pageApiReference(operations) },
  'reference/errors': { title: 'Error and failure codes', intro: 'What an answer can refuse with, and why a session can fail.', sections: errorReference },
  'reference/states': { title: 'Session states', intro: 'What can happen to a session, and when.', sections: stateReference },
  'reference/limits': { title: 'Limits', intro: 'Every figure that a call can run into.', sections: limitReference },
  'reference/settings': { title: 'Settings', intro: 'Environment variables of <code>npm start</code> and <code>authly serve</code>.', sections: settingReference },
  'reference/metrics': { title: 'Metrics', intro: 'What <code>/metrics</code> shows on the operators’ port, for Prometheus.', sections: metricReference },
});
