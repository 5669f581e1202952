import * as z from 'zod';

const key = 'switchboard.player';

const choicesSchema = z.object({
  rate: z.number().min(0.5).max(3).catch(1),
  /** 0 to 1 */
  volume: z.number().min(0).max(1).catch(1),
  skipsSilence: z.boolean().catch(false),
});

/** How a person likes to listen, from one start of the program to the next. */
export type PlayerChoices = Readonly<z.infer<typeof choicesSchema>>;

export function readPlayerChoices(): PlayerChoices {
  return parsePlayerChoices(localStorage.getItem(key));
}

export function keepPlayerChoices({ rate, volume, skipsSilence }: PlayerChoices): void {
  localStorage.setItem(key, JSON.stringify({ rate, volume, skipsSilence }));
}

/** What is missing or no longer makes sense becomes what it is for everybody at first. */
export function parsePlayerChoices(kept: string | null): PlayerChoices {
  try {
    return choicesSchema.catch(() => choicesSchema.parse({})).parse(JSON.parse(kept ?? '{}'));
  } catch {
    return choicesSchema.parse({}); // not JSON: nothing that this program has kept
  }
}
