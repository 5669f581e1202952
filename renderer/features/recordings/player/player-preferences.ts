import * as z from 'zod';

const storageKey = 'switchboard.player';

const preferencesSchema = z.object({
  rate: z.number().min(0.5).max(3).catch(1),
  /** 0 to 1 */
  volume: z.number().min(0).max(1).catch(1),
  skipsSilence: z.boolean().catch(false),
});

export type PlayerPreferences = Readonly<z.infer<typeof preferencesSchema>>;

export function readPlayerPreferences(): PlayerPreferences {
  return parsePlayerPreferences(localStorage.getItem(storageKey));
}

export function savePlayerPreferences({ rate, volume, skipsSilence }: PlayerPreferences): void {
  localStorage.setItem(storageKey, JSON.stringify({ rate, volume, skipsSilence }));
}

/** Parses stored preferences. Missing or invalid values become the defaults. */
export function parsePlayerPreferences(stored: string | null): PlayerPreferences {
  try {
    return preferencesSchema.catch(() => preferencesSchema.parse({})).parse(JSON.parse(stored ?? '{}'));
  } catch {
    return preferencesSchema.parse({}); // not JSON
  }
}

/** The playback speeds that the player offers. */
export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** Returns the next speed up or down, or the same speed at either end. */
export function findNextRate(rate: number, direction: 1 | -1): number {
  const next = direction === 1 ? playbackRates.find((one) => one > rate) : playbackRates.findLast((one) => one < rate);
  return next ?? rate;
}

/** Formats a speed: `1×`, `0.75×`. */
export function formatRate(rate: number): string {
  return `${rate}×`;
}
