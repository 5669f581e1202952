import { splitText } from '../../../../shared/calls/transcript-sentences.ts';

/** What a speaker said in one go, and the seconds of each of its sentences, as far as they are known. */
export type SpokenPart = { readonly text: string; readonly seconds: readonly number[] };

/** Returns the words of a turn that were heard in its first seconds. A word that was not heard to its end is left out. */
export function cutHeardText(parts: readonly SpokenPart[], heardSeconds: number): string {
  let remaining = heardSeconds;
  const heard: string[] = [];
  for (const { text, seconds } of parts.flatMap(splitPart)) {
    if (remaining >= seconds) heard.push(text);
    else {
      const words = text.split(/\s+/);
      heard.push(words.slice(0, Math.floor((words.length * Math.max(0, remaining)) / seconds)).join(' '));
      break;
    }
    remaining -= seconds;
  }
  return heard.join(' ').trim();
}

/** Returns the sentences of a part with their times; the whole part if it was spoken in other pieces. */
function splitPart({ text, seconds }: SpokenPart): readonly { readonly text: string; readonly seconds: number }[] {
  const sentences = splitText(text);
  if (sentences.length === seconds.length)
    return sentences.map((sentence, index) => ({ text: sentence, seconds: seconds[index] ?? 0 }));
  return [{ text, seconds: seconds.reduce((sum, one) => sum + one, 0) }];
}
