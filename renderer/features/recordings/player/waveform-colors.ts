import { useTokenColors } from '../../../ui/page/use-token-colors.ts';

const colorTokens = {
  agent: 'var(--accent)',
  user: 'var(--recipient)',
  agentUnplayed: 'color-mix(in oklab, var(--accent) 42%, var(--surface))',
  userUnplayed: 'color-mix(in oklab, var(--recipient) 42%, var(--surface))',
} as const;

/** The colors of the speakers in the current theme: strong for the played part, muted for the rest. */
export type WaveformColors = Readonly<Record<keyof typeof colorTokens, string>>;

export function useWaveformColors(): WaveformColors {
  return useTokenColors(colorTokens);
}
