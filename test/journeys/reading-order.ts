import type { Page } from 'playwright-core';

interface AxNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
  readonly childIds?: readonly string[];
}

/** A screen reader says the name of these and not their content. */
const WHOLE = new Set([
  'heading',
  'button',
  'link',
  'radio',
  'checkbox',
  'combobox',
  'textbox',
  'image',
  'meter',
  'timer',
  'DisclosureTriangle',
  'option',
]);
/** Announced when the reader enters them. */
const PLACES = new Set([
  'banner',
  'main',
  'contentinfo',
  'complementary',
  'dialog',
  'group',
  'list',
  'alert',
  'status',
]);

/**
 * The words of a screen reader from top to end, by Chromium's accessibility tree: `button "Continue"`, plain text. Live
 * regions are marked, because their changes are announced.
 */
export async function readingOrder(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as unknown as { nodes: readonly AxNode[] };
  await devtools.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const said: string[] = [];
  const read = (node: AxNode): void => {
    const role = node.role?.value ?? '';
    const name = (node.name?.value ?? '').replaceAll(/\s+/g, ' ').trim();
    if (!node.ignored && role === 'StaticText' && name !== '') said.push(name);
    if (!node.ignored && (WHOLE.has(role) || PLACES.has(role))) said.push(sentence(node, role, name));
    if (!node.ignored && WHOLE.has(role)) return;
    for (const id of node.childIds ?? []) if (byId.has(id)) read(byId.get(id)!);
  };
  if (nodes[0]) read(nodes[0]);
  return said;
}

function sentence({ properties = [] }: AxNode, role: string, name: string): string {
  const valueOf = (property: string): unknown => properties.find((one) => one.name === property)?.value.value;
  const states = ['checked', 'pressed', 'expanded', 'disabled', 'invalid'].filter((state) =>
    ['true', true].includes(valueOf(state) as string | boolean),
  );
  const live = valueOf('live') as string | undefined;
  const parts = [
    role,
    ...(name === '' ? [] : [`"${name}"`]),
    ...states,
    ...(live === undefined ? [] : [`live ${live}`]),
  ];
  return parts.join(' ');
}
