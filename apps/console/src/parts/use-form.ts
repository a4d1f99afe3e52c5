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

function markAsSaved(form: HTMLFormElement): void {
  for (const input of inputsOf(form)) {
    if (input instanceof HTMLSelectElement)
      for (const option of input.options) option.defaultSelected = option.selected;
    else if (input.type === 'file') input.value = '';
    else if (input.type === 'checkbox') input.defaultChecked = input.checked;
    else input.defaultValue = input.value;
  }
}

/** For `beforeunload`: the browser asks before it closes the page. */
export function askBeforeUnload(event: Event): void {
  if (wouldLose()) event.preventDefault();
}

export type Problems = Readonly<Record<string, string>>;

/** Shows each problem at its field and focuses the first one. `problem` is a refusal that is not about a field. */
export function useForm(
  action: Pick<ActionState, 'problem' | 'field' | 'isDone'>,
  send: (form: HTMLFormElement) => void,
) {
  const ref = useRef<HTMLFormElement>(null);
  const [own, setOwn] = useState<Problems>({});
  const { problem, field, isDone } = action;
  const isKnown = field !== undefined && ref.current?.elements.namedItem(field) != null;
  const [changed, setChanged] = useState<readonly string[]>([]);
  const found = isKnown ? { ...own, [field]: problem ?? '' } : own;
  const problems = Object.fromEntries(Object.entries(found).filter(([name]) => !changed.includes(name)));
  useLayoutEffect(
    () => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    [own, problem, field],
  );
  useEffect(() => {
    const element = ref.current!;
    watched.add(element);
    return () => void watched.delete(element);
  }, []);
  useEffect(() => {
    if (isDone && ref.current !== null) markAsSaved(ref.current);
  }, [isDone]);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wrong = problemsIn(ref.current!);
    setOwn(wrong);
    setChanged([]);
    if (Object.keys(wrong).length === 0) send(ref.current!);
  };
  // A problem disappears when its field is edited.
  const onInput = ({ target }: InputEvent): void =>
    setChanged((names) => [...names, (target as HTMLInputElement).name]);
  return { problems, problem: isKnown ? undefined : problem, form: { ref, noValidate: true, onSubmit, onInput } };
}

const problemsIn = (form: HTMLFormElement): Problems =>
  Object.fromEntries(
    inputsOf(form)
      .filter(({ validity }) => !validity.valid)
      .map(({ name, validationMessage }) => [name, validationMessage]),
  );
