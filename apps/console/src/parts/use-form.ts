import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ActionState } from '../hooks.ts';

/** The forms on the page whose changes would be lost. */
const watched = new Set<HTMLFormElement>();

export type FormInput = HTMLInputElement | HTMLSelectElement;

export const isChanged = (input: FormInput): boolean =>
  input instanceof HTMLSelectElement
    ? [...input.options].some(({ defaultSelected, selected }) => defaultSelected && !selected)
    : input.type === 'checkbox'
      ? input.checked !== input.defaultChecked
      : input.type === 'file'
        ? input.value !== ''
        : input.value !== input.defaultValue;

const inputsOf = (form: HTMLFormElement): FormInput[] =>
  [...form.elements].filter((each) => each instanceof HTMLInputElement || each instanceof HTMLSelectElement);

/** The secrets on the page, which cannot be shown again. */
const secrets = new Set<symbol>();

export const showsSecret = (): boolean => secrets.size > 0;

export function useSecretOnScreen(isShown: boolean): void {
  useEffect(() => {
    const own = Symbol();
    if (isShown) secrets.add(own);
    return () => void secrets.delete(own);
  }, [isShown]);
}

/** The operator is asked before leaving. */
export const wouldLose = (): boolean => showsSecret() || [...watched].some((form) => inputsOf(form).some(isChanged));

export function discardChanges(): void {
  secrets.clear();
  for (const form of watched) form.reset();
}

const valueOf = (input: FormInput): string =>
  input instanceof HTMLInputElement && input.type === 'checkbox' ? String(input.checked) : input.value;

/** A field that was edited since the values were sent is not saved. */
function markAsSaved(form: HTMLFormElement, sent: ReadonlyMap<string, string>): void {
  const inputs = inputsOf(form);
  const saved = inputs.filter((input) => valueOf(input) === sent.get(input.name));
  for (const input of saved) {
    if (input instanceof HTMLSelectElement)
      for (const option of input.options) option.defaultSelected = option.selected;
    else if (input.type === 'file') input.value = '';
    else if (input.type === 'checkbox') input.defaultChecked = input.checked;
    else input.defaultValue = input.value;
  }
  // Only a field that was never edited, or was reset, shows what another operator saves later.
  if (saved.length === inputs.length) form.reset();
}

/** For `beforeunload`: the browser asks before it closes the page. */
export function askBeforeUnload(event: Event): void {
  if (wouldLose()) event.preventDefault();
}

export type Problems = Readonly<Record<string, string>>;

/** Shows each problem at its field and focuses the first one. `problem` is a refusal that is not about a field. */
export function useForm(
  { problem, field, result }: Pick<ActionState<unknown>, 'problem' | 'field' | 'result'>,
  send: (form: HTMLFormElement) => void,
) {
  const ref = useRef<HTMLFormElement>(null);
  const sent = useRef<ReadonlyMap<string, string>>(new Map());
  const sender = useRef<Element | null>(null);
  const [own, setOwn] = useState<Problems>({});
  const isKnown = field !== undefined && ref.current?.elements.namedItem(field) != null;
  const [changed, setChanged] = useState<readonly string[]>([]);
  const found = isKnown ? { ...own, [field]: problem ?? '' } : own;
  const problems = Object.fromEntries(Object.entries(found).filter(([name]) => !changed.includes(name)));
  useLayoutEffect(() => {
    // An answer that comes late takes no focus from another field.
    if ([sender.current, document.body].includes(document.activeElement))
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [own, problem, field]);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    watched.add(element);
    return () => void watched.delete(element);
  }, []);
  useEffect(() => {
    if (result !== undefined && ref.current !== null) markAsSaved(ref.current, sent.current);
  }, [result]);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const inputs = inputsOf(ref.current!);
    const wrong = inputs.filter(({ validity }) => !validity.valid);
    setOwn(Object.fromEntries(wrong.map(({ name, validationMessage }) => [name, validationMessage])));
    setChanged([]);
    sent.current = new Map(inputs.map((input) => [input.name, valueOf(input)]));
    sender.current = document.activeElement;
    if (wrong.length === 0) send(ref.current!);
  };
  // A problem disappears when its field is edited.
  const onInput = ({ target }: InputEvent): void =>
    setChanged((names) => [...names, (target as HTMLInputElement).name]);
  const shown = { problems, problem: isKnown ? undefined : problem };
  return { ...shown, form: { ref, noValidate: true, onSubmit, onInput } };
}
