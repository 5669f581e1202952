import { useEffect, useState } from 'react';

/** The speakers' colours, strong for what was heard and quiet for what comes, as the theme of the moment has them. */
export type WaveColors = {
  readonly agent: string;
  readonly user: string;
  readonly agentQuiet: string;
  readonly userQuiet: string;
};

const sources = {
  agent: 'var(--accent)',
  user: 'var(--recipient)',
  agentQuiet: 'color-mix(in oklab, var(--accent) 42%, var(--surface))',
  userQuiet: 'color-mix(in oklab, var(--recipient) 42%, var(--surface))',
} as const satisfies WaveColors;

/** A canvas takes colours, not tokens: what the tokens are now, and again when the theme changes. */
export function useWaveColors(): WaveColors {
  const [colors, setColors] = useState(readColors);
  useEffect(() => {
    const update = () => setColors(readColors());
    const theme = new MutationObserver(update);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', update);
    return () => {
      theme.disconnect();
      system.removeEventListener('change', update);
    };
  }, []);
  return colors;
}

function readColors(): WaveColors {
  const entries = Object.entries(sources).map(([name, source]) => [name, readColor(source)]);
  return Object.fromEntries(entries) as WaveColors; // the same names as `sources`
}

/** Through an element of its own: a colour that changes may do so by a transition. */
function readColor(source: string): string {
  const probe = document.createElement('span');
  probe.style.color = source;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
