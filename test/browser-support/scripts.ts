import type { Identifier } from '@mdn/browser-compat-data';
import { parseSync, Visitor, type ESTree } from 'rolldown/utils';
import { DATA, lackedBy, parts } from './compat-data.ts';

const GLOBALS = new Map<string, Identifier>([
  ...parts(DATA.api),
  ...parts(DATA.webassembly['api']!),
  ...parts(DATA.javascript['builtins']!),
  ...parts(DATA.javascript['builtins']!['Intl']!),
]);
/** A script does not say the type of an object, so a member name stands for every feature with that name. */
const MEMBERS = Map.groupBy([...GLOBALS.values()].flatMap(parts), ([name]) => name.replace(/_static$/, ''));
const FLAGS: Readonly<Record<string, string>> = { d: 'hasIndices', v: 'unicodeSets' };

interface Script {
  /** Each API with the features that it may mean. */
  readonly uses: Map<string, readonly Identifier[]>;
  /** Names of members that the script defines, so that calls of them on an unknown object may be its own. */
  readonly defined: Set<string>;
  /** Names that the script looks for before it uses them. */
  readonly checked: Set<string>;
}

/** The APIs of a script that an oldest browser lacks, each with that browser. */
export function lackingApis(code: string): string[] {
  const { uses, defined, checked } = read(code);
  return [...uses].flatMap(([use, features]) => {
    const name = use.slice(use.lastIndexOf('.') + 1);
    const isOwn = use.startsWith('.') && defined.has(name);
    const lacking = features.map(lackedBy);
    return isOwn || checked.has(name) || lacking.includes(undefined) ? [] : [`${use}: ${lacking[0]}`];
  });
}

function read(code: string): Script {
  const script: Script = { uses: new Map(), defined: new Set(), checked: new Set() };
  const define = ({ key, computed }: { key: ESTree.PropertyKey; computed: boolean }): void => {
    if (!computed && key.type === 'Identifier') script.defined.add(key.name);
  };
  new Visitor({
    MemberExpression: (node) => useMember(script, node, false),
    NewExpression: ({ callee }) => useGlobal(script, callee),
    CallExpression: ({ callee, optional }) => {
      if (optional) check(script, callee);
      else if (callee.type === 'MemberExpression') useMember(script, callee, true);
      else useGlobal(script, callee);
    },
    UnaryExpression: ({ argument }) => check(script, argument),
    BinaryExpression: ({ left }) => check(script, left),
    LogicalExpression: ({ left, right }) => [left, right].forEach((each) => check(script, each)),
    ConditionalExpression: ({ test }) => check(script, test),
    IfStatement: ({ test }) => check(script, test),
    AssignmentExpression: ({ left }) =>
      void (left.type === 'MemberExpression' && script.defined.add(nameOf(left) ?? '')),
    ObjectExpression: ({ properties }) => properties.forEach((each) => each.type === 'Property' && define(each)),
    MethodDefinition: define,
    PropertyDefinition: define,
    Literal: (node) => {
      for (const flag of ('regex' in node && node.regex.flags) || '')
        if (FLAGS[flag]) script.uses.set(`/${flag}`, [GLOBALS.get('RegExp')![FLAGS[flag]]!]);
    },
  }).visit(parseSync('script.js', code).program);
  return script;
}

function useGlobal({ uses }: Script, callee: ESTree.Expression): void {
  const feature = callee.type === 'Identifier' ? GLOBALS.get(callee.name) : undefined;
  if (feature) uses.set((callee as ESTree.IdentifierReference).name, [feature]);
}

/** The member of a global object: a static method of `URL`, a method of `navigator`, which is a Navigator. */
function memberOfGlobal(node: ESTree.MemberExpression): Identifier | undefined {
  const owner = node.object.type === 'Identifier' ? node.object.name : '';
  const type = GLOBALS.get(owner) ?? GLOBALS.get(owner.replace(/^./, (first) => first.toUpperCase()));
  const feature = type?.[`${nameOf(node)}_static`] ?? type?.[nameOf(node) ?? ''];
  return feature?.__compat && feature;
}

function useMember({ uses }: Script, node: ESTree.MemberExpression, isCalled: boolean): void {
  const name = nameOf(node) ?? '';
  const feature = memberOfGlobal(node);
  if (feature) return void uses.set(`${(node.object as ESTree.IdentifierReference).name}.${name}`, [feature]);
  const features = isCalled && MEMBERS.get(name)?.map(([, each]) => each);
  if (features) uses.set(`.${name}`, features);
}

function check({ checked }: Pick<Script, 'checked'>, node: ESTree.Expression | ESTree.PrivateIdentifier): void {
  if (node.type === 'Identifier') checked.add(node.name);
  else if (node.type === 'Literal') checked.add(String(node.value));
  else if (node.type === 'ChainExpression') check({ checked }, node.expression);
  else if (node.type === 'MemberExpression') checked.add(nameOf(node) ?? '');
}

function nameOf({ property, computed }: ESTree.MemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}
