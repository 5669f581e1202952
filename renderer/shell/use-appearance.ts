import { useEffect } from 'react';
import { useLoadedSettings } from '../data/settings-query.ts';

/**
 * Applies theme, text size, density and spell checking to the root element, and saves the first three in localStorage for the
 * first paint of the next start.
 */
export function useAppearance(): void {
  const settings = useLoadedSettings();
  useRootAttribute('theme', settings?.theme, 'system');
  useRootAttribute('textSize', settings?.text_size, 'standard');
  useRootAttribute('density', settings?.density, 'comfortable');
  const spelling = settings?.spelling;
  useEffect(() => {
    document.documentElement.spellcheck = spelling !== 'off'; // fields for names and codes have an attribute of their own
  }, [spelling]);
}

function useRootAttribute(
  name: 'theme' | 'textSize' | 'density',
  value: string | undefined,
  defaultValue: string,
): void {
  useEffect(() => {
    if (value === undefined) return;
    if (value === defaultValue) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
    localStorage.setItem(`switchboard.${name}`, value);
  }, [name, value, defaultValue]);
}
