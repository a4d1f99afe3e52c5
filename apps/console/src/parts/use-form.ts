import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActionState } from '../hooks.ts';
import { markAsSaved, watchForm } from './unsaved.ts';

export type Problems = Readonly<Record<string, string>>;

interface CheckedForm {
  readonly problems: Problems;
  /** A refusal that is not about a field. */
  readonly problem: string | undefined;
  readonly form: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: (event: SubmitEvent) => void;
    readonly onInput: (event: InputEvent) => void;
  };
}

/** Shows each problem at its field and focuses the first one. */
export function useForm(
  action: Pick<ActionState, 'problem' | 'field' | 'isDone'>,
  send: (form: HTMLFormElement) => void,
): CheckedForm {
  const ref = useRef<HTMLFormElement>(null);
  const [own, setOwn] = useState<Problems>({});
  const { problem, field, isDone } = action;
  const isKnown = field !== undefined && ref.current?.elements.namedItem(field) != null;
  const [mended, setMended] = useState<readonly string[]>([]);
  const found = isKnown ? { ...own, [field]: problem ?? '' } : own;
  const problems = Object.fromEntries(Object.entries(found).filter(([name]) => !mended.includes(name)));
  useEffect(() => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [own, problem, field]);
  useEffect(() => (ref.current === null ? undefined : watchForm(ref.current)), []);
  useEffect(() => {
    if (isDone && ref.current !== null) markAsSaved(ref.current);
  }, [isDone]);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wrong = problemsIn(ref.current!);
    setOwn(wrong);
    setMended([]);
    if (Object.keys(wrong).length === 0) send(ref.current!);
  };
  // A problem disappears when its field is edited.
  const onInput = ({ target }: InputEvent): void => setMended((names) => [...names, (target as HTMLInputElement).name]);
  return { problems, problem: isKnown ? undefined : problem, form: { ref, noValidate: true, onSubmit, onInput } };
}

const problemsIn = (form: HTMLFormElement): Problems =>
  Object.fromEntries(
    [...form.elements]
      .filter((each) => each instanceof HTMLInputElement)
      .filter(({ validity }) => !validity.valid)
      .map(({ name, validationMessage }) => [name, validationMessage]),
  );
