import * as z from 'zod';
import { createAnswerError } from '../model-server/model-server-client.ts';

export type ChatToolCall = {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
};

const maxToolCalls = 8;
const maxArgumentsLength = 20_000;

/** The text that some servers send as a number, or the other way around. */
const indexSchema = z.union([
  z.number().int().min(0),
  z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number),
]);

/** A piece of a tool call. Some servers send the arguments as an object, and then all at once. */
export const toolCallPieceSchema = z.object({
  index: indexSchema.nullish().catch(null),
  id: z.union([z.string(), z.number().transform(String)]).nullish(),
  function: z
    .object({
      name: z.string().nullish(),
      arguments: z
        .union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))])
        .nullish(),
    })
    .nullish(),
});

type Piece = z.output<typeof toolCallPieceSchema>;
type Collected = { readonly index: number | null; id: string; name: string; json: string };

/** Puts the pieces of tool calls together. */
export class ToolCallCollector {
  readonly #calls: Collected[] = [];

  add(piece: Piece): void {
    const name = piece.function?.name ?? '';
    const json = piece.function?.arguments ?? '';
    const call = this.#find(piece) ?? this.#start(piece.index ?? null);
    call.id ||= piece.id ?? '';
    // Some servers repeat the name, or the whole call.
    if (name !== call.name) call.name += name;
    if (json !== call.json || !isComplete(json)) call.json += json;
    if (this.#calls.length > maxToolCalls || call.json.length > maxArgumentsLength)
      throw createAnswerError('The model used too many tools at once.');
  }

  list(): readonly ChatToolCall[] {
    return this.#calls.map(({ id, name, json }, position) => ({
      id: id || `call_${position}`,
      type: 'function',
      function: { name, arguments: json || '{}' },
    }));
  }

  #start(index: number | null): Collected {
    const call = { index, id: '', name: '', json: '' };
    this.#calls.push(call);
    return call;
  }

  /**
   * Returns the call that a piece continues; undefined if it starts one. Some servers give each call the same index, or none, and some
   * give a call a new ID with each piece.
   */
  #find({ index, id, function: part }: Piece): Collected | undefined {
    const name = part?.name ?? '';
    const sameId = id ? this.#calls.find((call) => call.id === id) : undefined;
    if (sameId) return sameId;
    const hasIndex = typeof index === 'number';
    const last = this.#calls.findLast((call) => !hasIndex || call.index === index);
    if (!last || (!hasIndex && id)) return undefined;
    const isOther = Boolean(id && last.id) || isComplete(last.json);
    return name !== '' && isOther ? undefined : last;
  }
}

function isComplete(json: string): boolean {
  if (!json.endsWith('}')) return false;
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
