import { Problem } from '../../../shared/problems.ts';
import type { CallEnd, CallSteps, CallToCarry, CallTransport } from './call-transport.ts';
import { profileOf, voiceOf } from './rehearsal-profile.ts';
import type { RehearsalParts } from './rehearsal-transport.ts';
import { createAgentMind } from './rehearsal/agent-mind.ts';
import { drawVoices } from './rehearsal/converse.ts';
import { TypedLine } from './typed-line.ts';

/** A rehearsal in which nobody has said anything for so long ends by itself. */
const idleMs = 10 * 60 * 1000;

/** Rehearsals in which a person plays the recipient by typing. */
export class TypedRehearsals implements CallTransport {
  readonly #parts: RehearsalParts;
  readonly #idleMs: number;
  readonly #lines = new Map<string, TypedLine>();

  constructor(parts: RehearsalParts, options: { readonly idleMs?: number } = {}) {
    this.#parts = parts;
    this.#idleMs = options.idleMs ?? idleMs;
  }

  readonly carry = async (call: CallToCarry, steps: CallSteps, signal: AbortSignal): Promise<CallEnd> => {
    const { recorder, knowledgeOf } = this.#parts;
    const voices = drawVoices(call.callId, voiceOf(call));
    const session = recorder.openSession({ path: call.recordingPath, voices, seed: call.callId, signal });
    const { metadata, callId, orgId } = call;
    const mind = createAgentMind({ profile: profileOf(call), metadata, seed: callId, knowledge: knowledgeOf(orgId) });
    const line = new TypedLine({ session, mind, steps, signal, idleMs: this.#idleMs });
    this.#lines.set(callId, line);
    try {
      return await line.carry();
    } catch (error) {
      await session.abandon();
      throw error;
    } finally {
      this.#lines.delete(callId);
    }
  };

  /** The line of a rehearsal that goes on. Throws Problem `not_in_progress`. */
  lineOf(callId: string): TypedLine {
    const line = this.#lines.get(callId);
    if (!line?.isOpen) throw new Problem('not_in_progress', 'Nobody is on the line: this call is not being rehearsed.');
    return line;
  }
}
