import * as z from 'zod';
import { createAnswerError } from '../model-server/model-server-client.ts';
import { describeError } from '../remote/create-status-error.ts';
import { ToolCallCollector, toolCallPieceSchema, type ChatToolCall } from './tool-call-collector.ts';

/** Nobody listens to more than this in one turn. The rest of a longer answer is not read. */
const maxTextLength = 2_000;

export type AnswerContent = {
  readonly text: string;
  readonly toolCalls: readonly ChatToolCall[];
  /** Null if the server does not count tokens. */
  readonly tokens: { readonly input: number; readonly output: number } | null;
};

/** A text, or its parts, some of which are what the model thinks. */
const contentSchema = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string().nullish() })).transform((parts) =>
    parts
      .filter(({ type }) => type !== 'thinking')
      .map((part) => (typeof part['text'] === 'string' ? part['text'] : ''))
      .join(''),
  ),
]);

const messageSchema = z.object({
  content: contentSchema.nullish(),
  tool_calls: z.array(toolCallPieceSchema).nullish(),
});

const choiceSchema = z.object({
  delta: messageSchema.nullish(),
  /** Instead of `delta`, if the server does not stream. */
  message: messageSchema.nullish(),
  finish_reason: z.string().nullish().catch(null),
});

const chunkSchema = z.object({
  choices: z.array(choiceSchema).nullish(),
  usage: z
    .object({ prompt_tokens: z.number().min(0), completion_tokens: z.number().min(0) })
    .nullish()
    .catch(null),
  error: z.unknown().optional(),
});

/** Puts the pieces of an answer together. */
export class AnswerReader {
  readonly #apiKey: string;
  readonly #onText: ((piece: string) => void) | undefined;
  readonly #toolCalls = new ToolCallCollector();
  #text = '';
  #tokens: AnswerContent['tokens'] = null;
  #isFiltered = false;

  constructor(apiKey: string, onText?: (piece: string) => void) {
    this.#apiKey = apiKey;
    this.#onText = onText;
  }

  /** Reads the data of one event, and returns whether the answer is complete. */
  read(data: string): boolean {
    return splitData(data).some((text) => this.#readChunk(text));
  }

  finish(): AnswerContent {
    const toolCalls = this.#toolCalls.list();
    const isEmpty = this.#text.trim() === '' && toolCalls.length === 0;
    if (isEmpty && this.#isFiltered) throw createAnswerError('The filter of the server blocked the answer.');
    if (isEmpty) throw createAnswerError('The model sent an empty answer.');
    return { text: this.#text, toolCalls, tokens: this.#tokens };
  }

  #readChunk(data: string): boolean {
    if (isEnd(data)) return true;
    const json = parseData(data);
    // Some gateways send a null between the pieces.
    if (json === null) return false;
    const { choices, usage, error } = parseChunk(json);
    // Some servers send an error without that name, but never beside an answer.
    const failure = error ?? (choices ? undefined : json);
    const reason = failure && describeError(failure, this.#apiKey);
    if (error || reason) throw createAnswerError(`The server failed in the middle of an answer. ${reason}`.trim());
    if (usage) this.#tokens = { input: usage.prompt_tokens, output: usage.completion_tokens };
    for (const { delta, message, finish_reason } of choices?.slice(0, 1) ?? []) {
      const { content, tool_calls: pieces } = delta ?? message ?? {};
      if (finish_reason === 'content_filter') this.#isFiltered = true;
      if (content) this.#addText(content);
      for (const piece of pieces ?? []) this.#toolCalls.add(piece);
    }
    return this.#text.length >= maxTextLength;
  }

  #addText(text: string): void {
    const piece = text.slice(0, maxTextLength - this.#text.length);
    this.#text += piece;
    if (piece !== '') this.#onText?.(piece);
  }
}

/** Some gateways write the end as JSON. */
function isEnd(data: string): boolean {
  return /^\s*("?)\[DONE\]\1\s*$/.test(data);
}

/** Returns the chunks in the data of one event. Some servers leave out the empty line after each, which joins them. */
function splitData(data: string): readonly string[] {
  const lines = data.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.every((line) => /^\{.*\}$/.test(line) || isEnd(line)) ? lines : [data];
}

function parseData(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw createAnswerError('The server sent something other than an answer.', cause);
  }
}

function parseChunk(json: unknown): z.output<typeof chunkSchema> {
  const parsed = chunkSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw createAnswerError('The server sent something other than an answer.', parsed.error);
}
