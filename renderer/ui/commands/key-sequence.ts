/** The maximum time between the two keys of a sequence such as `g c`. */
const sequenceTimeoutMs = 1_200;

type TimedEvent = Pick<KeyboardEvent, 'timeStamp'>;

let pendingSequence: { readonly key: string; readonly expiresAtMs: number } | null = null;

export function startSequence(key: string, { timeStamp }: TimedEvent): void {
  pendingSequence = { key, expiresAtMs: timeStamp + sequenceTimeoutMs };
}

export function clearSequence(): void {
  pendingSequence = null;
}

/** Returns the first key of the pending sequence, or null. Handlers of single keys ignore a press that completes a sequence. */
export function getPendingKey({ timeStamp }: TimedEvent): string | null {
  return pendingSequence && timeStamp <= pendingSequence.expiresAtMs ? pendingSequence.key : null;
}
