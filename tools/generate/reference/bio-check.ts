import type { Check } from '../../../packages/merchant/src/bio-check/check.ts';
import { CHECKS } from '../../../packages/merchant/src/bio-check/checks/index.ts';
import { blocks, code, table, type Filled } from '../markdown.ts';

const count = (source: Check['askedBy']): string => String(CHECKS.filter(({ askedBy }) => askedBy === source).length);

export const CHECK_VALUES: Filled = {
  'checks.all': () => String(CHECKS.length),
  'checks.contract': () => count('contract'),
  'checks.advice': () => count('advice'),
};

export const checkSections = (): string =>
  blocks(
    ...[...Map.groupBy(CHECKS, ({ id }) => id.split('.')[0]!)].map(([group, checks]) =>
      blocks(`## ${group}`, table(['Check', 'Source', 'Requirement', 'Refusals only'], checks.map(row))),
    ),
  );

const row = ({ id, askedBy, title, explanation, withoutTrust }: Check): string[] => [
  code(id),
  askedBy,
  explanation === undefined ? title : `${title}. ${explanation}`,
  withoutTrust === undefined ? '–' : withoutTrust === 'any key id' ? 'refusals' : 'refusals, with a key id',
];
