import { useTokenColors } from '../../ui/use-token-colors.ts';

const sources = {
  agent: 'var(--accent)',
  user: 'var(--recipient)',
  agentQuiet: 'color-mix(in oklab, var(--accent) 42%, var(--surface))',
  userQuiet: 'color-mix(in oklab, var(--recipient) 42%, var(--surface))',
} as const;

/** The speakers' colours, strong for what was heard and quiet for what comes, as the theme of the moment has them. */
export type WaveColors = Readonly<Record<keyof typeof sources, string>>;

export function useWaveColors(): WaveColors {
  return useTokenColors(sources);
}
