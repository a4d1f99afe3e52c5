import { ENROLLMENT, sequenceDiagram, VERIFICATION } from './sequence-diagrams.ts';
import { stateDiagram } from './state-diagram.ts';
import { standalone } from './svg.ts';

/** The drawings of the docs, each a file of its own. The site shows the narrow ones on phones. */
export const drawings = (): [path: string, text: string][] =>
  Object.entries({
    'reference/states': stateDiagram(),
    'drawings/enrollment': sequenceDiagram(ENROLLMENT, 'wide'),
    'drawings/enrollment-narrow': sequenceDiagram(ENROLLMENT, 'narrow'),
    'drawings/verification': sequenceDiagram(VERIFICATION, 'wide'),
    'drawings/verification-narrow': sequenceDiagram(VERIFICATION, 'narrow'),
  }).map(([name, svg]) => [`docs/${name}.svg`, `${standalone(svg)}\n`]);
