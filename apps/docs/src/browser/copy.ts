import { element } from './elements.ts';

/** Adds a button that copies the block's text. */
export function offerCopy(block: HTMLElement): void {
  const button = element('button', { type: 'button', className: 'copy' }, 'Copy');
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(block.innerText);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  };
  button.addEventListener('click', () => void copy());
  const around = element('div', { className: 'with-copy' });
  block.replaceWith(around);
  around.append(block, button);
}
