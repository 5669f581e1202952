import * as z from 'zod';

const storageKey = 'switchboard.player';

const preferencesSchema = z.object({
  rate: z.number().min(0.5).max(3).catch(1),
  /** 0 to 1 */
  volume: z.number().min(0).max(1).catch(1),
  skipsSilence: z.boolean().catch(false),
});

/** How a person likes to listen, from one start of the program to the next. */
export type PlayerPreferences = Readonly<z.infer<typeof preferencesSchema>>;

export function readPlayerPreferences(): PlayerPreferences {
  return parsePlayerPreferences(localStorage.getItem(storageKey));
}

export function savePlayerPreferences({ rate, volume, skipsSilence }: PlayerPreferences): void {
  localStorage.setItem(storageKey, JSON.stringify({ rate, volume, skipsSilence }));
}

/** What is missing or no longer makes sense becomes what it is for everybody at first. */
export function parsePlayerPreferences(kept: string | null): PlayerPreferences {
  try {
    return preferencesSchema.catch(() => preferencesSchema.parse({})).parse(JSON.parse(kept ?? '{}'));
  } catch {
    return preferencesSchema.parse({}); // not JSON: nothing that this program has kept
  }
}
