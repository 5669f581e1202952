import { useEffect } from 'react';
import { useLoadedSettings } from './settings-query.ts';

/**
 * Sets theme and text size on the page, by which the styles go, and remembers them where the first paint of the next
 * start can read them.
 */
export function useAppearance(): void {
  const settings = useLoadedSettings();
  useRootAttribute('theme', settings?.theme, 'system');
  useRootAttribute('textSize', settings?.text_size, 'standard');
}

function useRootAttribute(name: 'theme' | 'textSize', value: string | undefined, usual: string): void {
  useEffect(() => {
    if (value === undefined) return;
    if (value === usual) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
    localStorage.setItem(`switchboard.${name}`, value);
  }, [name, value, usual]);
}
