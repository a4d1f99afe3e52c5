import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, parseDocument, type Node, type Scalar, type YAMLMap } from 'yaml';
import { code, table } from '../markdown.ts';

const FILE = join(import.meta.dirname, '../../../deploy/helm/authly/values.yaml');

type Row = readonly [name: string, value: string, meaning: string];

/** The values of the chart, each with the comment above it in `values.yaml`. */
export function chartValues(): string {
  const { contents } = parseDocument(readFileSync(FILE, 'utf8'));
  return table(['Value', 'Default', 'Meaning'], rowsOf(contents as YAMLMap, ''));
}

const rowsOf = (map: YAMLMap, above: string): Row[] =>
  map.items.flatMap((item, i): Row[] => {
    const [key, value] = [item.key as Scalar<string>, item.value as Node];
    const name = above + key.value;
    if (isMap(value) && !value.flow) return rowsOf(value, `${name}.`);
    // The comment above the first value of a map belongs to the map.
    const comment = key.commentBefore ?? (i === 0 ? map.commentBefore : undefined);
    if (comment == null) throw new Error(`${name} has no comment in values.yaml`);
    return [
      [
        code(name),
        code(JSON.stringify(value)),
        comment
          .split(/\n\s*\n/)
          .at(-1)!
          .trim(),
      ],
    ];
  });
