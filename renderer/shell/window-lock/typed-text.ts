export type TypedText = { readonly label: string; readonly text: string };

const textFields = 'textarea, input:not([type]), input:is([type="text"], [type="tel"], [type="email"], [type="url"])';

/** Their text is kept in another way, or only finds something. */
const excluded = '[data-kept], [role="search"], [role="combobox"], [type="search"]';

const typedFields = new WeakSet<Element>();

/** Remembers the fields in which the user types. */
export function trackTyping(): void {
  document.addEventListener('input', ({ target }) => target instanceof Element && typedFields.add(target), true);
}

/** Returns what the user has typed in the fields of the page and not submitted. Passphrases are not among it. */
export function collectTypedText(): readonly TypedText[] {
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)]
    .filter((field) => typedFields.has(field) && field.value.trim() !== '' && !field.closest(excluded))
    .map((field) => ({ label: getLabel(field), text: field.value }));
}

function getLabel(field: HTMLInputElement | HTMLTextAreaElement): string {
  const label = field.labels?.[0]?.firstChild?.textContent ?? field.getAttribute('aria-label') ?? '';
  return label.trim() === '' ? 'Text' : label.trim();
}
