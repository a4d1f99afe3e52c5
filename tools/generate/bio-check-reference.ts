import type { Section } from '../../apps/service/src/docs/section.ts';
import type { Check } from '../../packages/merchant/src/bio-check/check.ts';
import { CHECKS } from '../../packages/merchant/src/bio-check/checks/index.ts';

/** Every check of the conformance runner, by group, with where it comes from and what its failure means. */
export function bioCheckReference(): Section[] {
  const advice = CHECKS.filter(({ askedBy }) => askedBy === 'advice').length;
  return [
    {
      id: 'bio-check',
      title: 'The conformance runner',
      level: 2,
      text: [
        `\`npx -p @authly/merchant authly-bio-check <merchant_bio_base_url> --merchant-id ID\` makes ${CHECKS.length} checks. ${CHECKS.length - advice} come from the contract: one that does not hold is a failure. ${advice} are advice, our decisions on what the contract leaves open: a warning, and a failure with \`--strict\`.`,
        'Those marked “refusals” send only what a server must refuse that does not trust the runner’s keys: they run with `--refusals-only` against a production address, where those marked “with a key id” need `--service-url` too.',
      ],
    },
    ...[...Map.groupBy(CHECKS, ({ id }) => id.split('.')[0]!)].map(([group, checks]) => groupSection(group, checks)),
  ];
}

const groupSection = (group: string, checks: readonly Check[]): Section => ({
  id: `bio-check-${group}`,
  title: group,
  level: 3,
  table: {
    columns: ['Check', 'From', 'What must hold', 'Refusals only'],
    rows: checks.map(({ id, askedBy, title, explanation, withoutTrust }) => [
      `\`${id}\``,
      askedBy,
      explanation === undefined ? title : `${title}. ${explanation}`,
      withoutTrust === undefined ? '–' : withoutTrust === 'any key id' ? 'refusals' : 'refusals, with a key id',
    ]),
  },
});
