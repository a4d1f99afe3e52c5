import { AccessTokenClaims } from '@authly/contract/access-token';
import * as bio from './bio-api.ts';
import { CHECK_COUNTS, checkSections } from './bio-check.ts';
import { commandSections } from './cli.ts';
import * as errors from './errors.ts';
import { fieldTable } from './fields.ts';
import { headlineNumbers } from './headline-numbers.ts';
import { bioLimitTable, limitTable, limitValues, metadataTable } from './limits.ts';
import { endpointTable, operationNames, operationSections } from './operations.ts';
import * as service from './service-tables.ts';
import { serviceValues } from './service-values.ts';
import { webhookValues, webhookVector } from './webhooks.ts';

/** What `<!--=name-->` stands for in the docs: tables and sections. */
export const BLOCKS: Readonly<Record<string, () => string>> = {
  'api.endpoints': () => endpointTable(operationNames('merchants')),
  'api.operations': () => operationSections(operationNames('merchants')),
  'api.scopes': service.scopeTable,
  'api.claims': () => fieldTable(AccessTokenClaims),
  'page-api.endpoints': () => endpointTable(operationNames('pages')),
  'page-api.operations': () => operationSections(operationNames('pages')),
  'errors.api': errors.errorTable,
  'errors.bio': errors.bioErrorTable,
  'errors.failures': errors.failureTable,
  'errors.handle-api': errors.errorSections,
  'errors.handle-failures': errors.failureSections,
  'bio.calls': bio.bioCallTable,
  'bio.headers': bio.bioHeaderTable,
  'bio.store': () => bio.bioCall('store'),
  'bio.lookup': () => bio.bioCall('lookup'),
  'bio.signed-string': bio.signedStringTable,
  'bio.order': bio.verificationOrderTable,
  'bio.limits': bioLimitTable,
  ...bio.WORKED_BLOCKS,
  'benchmarks.headlines': headlineNumbers,
  checks: checkSections,
  'cli.commands': commandSections,
  limits: limitTable,
  'limits.metadata': metadataTable,
  settings: service.settingTable,
  'metrics.service': service.metricTable,
  'metrics.process': service.processMetricTable,
  transitions: service.transitionTable,
  'webhook.vector': webhookVector,
};

/** The same for single values within a sentence. */
export const VALUES: Readonly<Record<string, () => string>> = {
  ...limitValues(),
  ...bio.WORKED_VALUES,
  ...CHECK_COUNTS,
  ...webhookValues,
  ...serviceValues,
};
