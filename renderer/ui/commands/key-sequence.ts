import { createStore } from 'zustand';

/** The maximum time between the two keys of a sequence such as `g c`. */
const sequenceTimeoutMs = 1_200;

type TimedEvent = Pick<KeyboardEvent, 'timeStamp'>;

/** The sequence of which the first key was pressed; null if none was. */
const pendingSequence = createStore<{ readonly key: string; readonly expiresAtMs: number } | null>(() => null);

export function startSequence(key: string, { timeStamp }: TimedEvent): void {
  pendingSequence.setState({ key, expiresAtMs: timeStamp + sequenceTimeoutMs }, true);
}

export function clearSequence(): void {
  pendingSequence.setState(null, true);
}

/** Returns the first key of the pending sequence, or null. Handlers of single keys ignore a press that completes a sequence. */
export function getPendingKey({ timeStamp }: TimedEvent): string | null {
  const pending = pendingSequence.getState();
  return pending && timeStamp <= pending.expiresAtMs ? pending.key : null;
}
