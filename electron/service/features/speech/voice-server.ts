// Public: other features may import this file.
import { splitText } from '../../../../shared/calls/transcript-sentences.ts';
import type { TurnSpeech } from '../../../../shared/calls/turn-speech.ts';

/** Audio as a server sent it. */
export type SpeechAudio = {
  readonly bytes: Uint8Array;
  /** In lower case, with its parameters. It decides only if the bytes do not. */
  readonly mediaType: string;
};

/** A sentence with its audio; null if the built-in voice speaks it. */
export type VoicedSentence = { readonly text: string; readonly audio: SpeechAudio | null };

/** A server that speaks for the agent of one call. */
export type VoiceServer = Pick<TurnSpeech, 'model' | 'host'> & {
  /** Returns why a sentence cannot be spoken, as a sentence. Rejects only with the reason of `signal`. */
  readonly speak: (
    sentence: string,
    options: { readonly ratePercent: number; readonly signal: AbortSignal },
  ) => Promise<SpeechAudio | { readonly failure: string }>;
};

/** A longer text is left to the built-in voice. */
const maxTextLength = 2_000;

export type VoicedText = { readonly sentences: readonly VoicedSentence[]; readonly speech: TurnSpeech };

/** Returns the sentences in which there is something to pronounce, in any script. */
function listSentences(text: string): readonly string[] {
  return splitText(text).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Lets a server speak a text, sentence by sentence. All are asked for at once. */
export async function voiceText(
  { model, host, speak }: VoiceServer,
  text: string,
  options: { readonly ratePercent: number; readonly signal: AbortSignal },
): Promise<VoicedText> {
  if (text.length > maxTextLength)
    return { sentences: [{ text, audio: null }], speech: { model, host, fallback: 'The text is too long.' } };
  let fallback: string | null = null;
  const sentences = await Promise.all(
    listSentences(text).map(async (sentence) => {
      const audio = await speak(sentence, options);
      if (!('failure' in audio)) return { text: sentence, audio };
      fallback ??= audio.failure;
      return { text: sentence, audio: null };
    }),
  );
  return { sentences, speech: { model, host, fallback } };
}
