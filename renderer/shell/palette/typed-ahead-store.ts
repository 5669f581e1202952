import { create } from 'zustand';

/** What the user has typed since the palette was opened and before its field had the focus. */
export const useTypedAhead = create<{ readonly text: string }>(() => ({ text: '' }));

/**
 * Keeps what is typed for the palette, which takes a moment to open for the first time. Otherwise its first letters would run
 * commands, or be added to the field that has the focus. Returns a function that ends this.
 */
export function keepTypedAhead(): () => void {
  useTypedAhead.setState({ text: '' });
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (target instanceof Element && target.closest('[role="dialog"]')) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (key.length !== 1 && key !== 'Backspace' && key !== 'Enter') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key !== 'Enter')
      useTypedAhead.setState(({ text }) => ({ text: key === 'Backspace' ? text.slice(0, -1) : text + key }));
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
}
