import { useEffect, useState } from 'react';

/** Returns the current values of CSS colors such as `var(--ink)`, for a canvas, and updates them when the theme changes. */
export function useTokenColors<Name extends string>(sources: Readonly<Record<Name, string>>): Record<Name, string> {
  const [colors, setColors] = useState(() => readColors(sources));
  useEffect(() => {
    const update = () => setColors(readColors(sources));
    const theme = new MutationObserver(update);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', update);
    return () => {
      theme.disconnect();
      system.removeEventListener('change', update);
    };
  }, [sources]);
  return colors;
}

function readColors<Name extends string>(sources: Readonly<Record<Name, string>>): Record<Name, string> {
  const entries = Object.entries<string>(sources).map(([name, source]) => [name, readColor(source)]);
  return Object.fromEntries(entries) as Record<Name, string>; // the same names as `sources`
}

/** Reads the color from a temporary element, because on an existing one a transition could be running. */
function readColor(source: string): string {
  const probe = document.createElement('span');
  probe.style.color = source;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
