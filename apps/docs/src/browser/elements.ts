export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

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
