import { deviceStorage } from '@authly/ui/storage.ts';
import { offerCopy } from './elements.ts';
import { offerSearch } from './search-box.ts';
import { startTryIt } from './try-it.ts';

const LANGUAGE = 'authly-docs-language';

function shareLanguage(): void {
  const choose = (language: string): void => {
    for (const input of document.querySelectorAll<HTMLInputElement>('.languages input'))
      input.checked = input.value === language;
  };
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.closest('.languages'))) return;
    // Examples above may change their height: keep this one in place.
    const before = target.getBoundingClientRect().top;
    choose(target.value);
    scrollBy(0, target.getBoundingClientRect().top - before);
    deviceStorage.set(LANGUAGE, target.value);
  });
  const kept = deviceStorage.get(LANGUAGE);
  if (kept !== undefined && document.querySelector(`.languages input[value="${CSS.escape(kept)}"]`)) choose(kept);
}

// The current page may be far down in the navigation.
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
offerSearch(document.getElementById('search')!);
for (const block of document.querySelectorAll('pre')) offerCopy(block);
shareLanguage();
startTryIt();
