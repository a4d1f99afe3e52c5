/** The forms on the page whose changes would be lost. */
const watched = new Set<HTMLFormElement>();

const isChanged = (input: HTMLInputElement): boolean =>
  input.type === 'checkbox'
    ? input.checked !== input.defaultChecked
    : input.type === 'file'
      ? input.value !== ''
      : input.value !== input.defaultValue;

const inputsOf = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.elements].filter((each) => each instanceof HTMLInputElement);

export const hasUnsavedChanges = (): boolean => [...watched].some((form) => inputsOf(form).some(isChanged));

export function discardChanges(): void {
  for (const form of watched) form.reset();
}

export function markAsSaved(form: HTMLFormElement): void {
  for (const input of inputsOf(form)) {
    if (input.type === 'file') input.value = '';
    else if (input.type === 'checkbox') input.defaultChecked = input.checked;
    else input.defaultValue = input.value;
  }
}

export function watchForm(form: HTMLFormElement): () => void {
  watched.add(form);
  return () => void watched.delete(form);
}

/** For `beforeunload`: the browser asks before it closes the page. */
export function askBeforeUnload(event: Event): void {
  if (hasUnsavedChanges()) event.preventDefault();
}
