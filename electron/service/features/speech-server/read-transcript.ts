import * as z from 'zod';
import { normalizeLine } from '../../platform/text-line.ts';
import { createAnswerError } from '../model-server/model-server-client.ts';
import { describeError } from '../remote/create-status-error.ts';

/** Of segments that Whisper made up from silence. */
const silenceProbability = 0.8;

const segmentSchema = z.object({ text: z.string(), no_speech_prob: z.number().nullish().catch(null) });

const transcriptSchema = z.union([
  z.string(),
  z.object({ text: z.string().nullable(), segments: z.array(segmentSchema).nullish().catch(null) }),
]);

/**
 * Returns what a response to `POST /audio/transcriptions` says, as one line; empty if nobody speaks. Some servers send the text
 * without JSON. Throws ModelServerError if it is something else.
 */
export function readTranscript(response: string, maxLength: number, apiKey: string): string {
  const body = parse(response);
  const parsed = transcriptSchema.safeParse(body);
  const error = parsed.success ? '' : describeError(body, apiKey);
  if (!parsed.success)
    throw createAnswerError(`The server sent something other than a transcript. ${error}`.trim(), parsed.error);
  const { text, segments } = typeof parsed.data === 'string' ? { text: parsed.data, segments: null } : parsed.data;
  const isSilent =
    segments?.length && segments.every(({ no_speech_prob }) => (no_speech_prob ?? 0) > silenceProbability);
  return isSilent ? '' : normalizeLine(removeMarks(text ?? ''), maxLength);
}

function parse(response: string): unknown {
  try {
    const json: unknown = JSON.parse(response);
    // A number is what was heard.
    return typeof json === 'number' ? response : json;
  } catch {
    return /^\s*[<{[]/.test(response) ? null : response;
  }
}

/** Leaves out times, tokens such as `<|en|>`, and notes such as `[BLANK_AUDIO]` if there is nothing else. */
function removeMarks(text: string): string {
  const words = text.replaceAll(/<\|[^|<>]{0,40}\|>|\[[\d:.,]+ --> [\d:.,]+\]/g, ' ');
  return words.replaceAll(/\[[^[\]]*\]|\([^()]*\)|\*[^*]*\*|[♪♫]/g, ' ').trim() === '' ? '' : words;
}
