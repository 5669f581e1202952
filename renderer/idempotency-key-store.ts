import { Problem } from '../shared/problems.ts';

/** Answers after which nobody knows whether the request took effect. */
const retryableCodes = ['idempotency_in_flight', 'internal', 'rate_limited'] as const;

/**
 * The Idempotency-Key of what was sent last. The same form sent again keeps it until an answer has come, so that a lost
 * reply or a second click never does a thing twice.
 */
export function createIdempotencyKeyStore(makeKey: () => string = () => crypto.randomUUID()) {
  let sent: { readonly body: string; readonly key: string } | null = null;
  return {
    getKey: (request: unknown): string => {
      const body = JSON.stringify(request);
      if (sent?.body !== body) sent = { body, key: makeKey() };
      return sent.key;
    },
    /** Told of every failure; true where the answer is final, so that the key is forgotten. */
    handleFailure: (error: unknown): boolean => {
      const isFinal = error instanceof Problem && !retryableCodes.some((code) => code === error.code);
      if (isFinal) sent = null;
      return isFinal;
    },
    reset: (): void => void (sent = null),
  };
}
