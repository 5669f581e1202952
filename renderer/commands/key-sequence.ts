/** How long after its first key the second one of `g c` is waited for. */
const sequenceTimeoutMs = 1_200;

type TimedEvent = Pick<KeyboardEvent, 'timeStamp'>;

let pendingSequence: { readonly key: string; readonly expiresAtMs: number } | null = null;

export function startSequence(key: string, { timeStamp }: TimedEvent): void {
  pendingSequence = { key, expiresAtMs: timeStamp + sequenceTimeoutMs };
}

export function clearSequence(): void {
  pendingSequence = null;
}

/** The first key of a sequence that a press goes on with, or null; whoever has keys of its own leaves such a press alone. */
export function getPendingKey({ timeStamp }: TimedEvent): string | null {
  return pendingSequence && timeStamp <= pendingSequence.expiresAtMs ? pendingSequence.key : null;
}
