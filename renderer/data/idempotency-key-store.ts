import { Problem } from '../../shared/contract/problems.ts';
import { formatSortedJson } from '../../shared/contract/sorted-json.ts';

/** After these problems a retry keeps its key: the first request may have taken effect, or may still be sent unchanged. */
const retryableCodes = ['idempotency_in_flight', 'internal', 'rate_limited'] as const;

/**
 * Creates the Idempotency-Keys of a form. An unchanged request keeps its key until its outcome is known, so that a lost
 * response or a second click never performs the request twice.
 */
export function createIdempotencyKeyStore(createKey: () => string = () => crypto.randomUUID()) {
  let last: { readonly body: string; readonly key: string } | null = null;
  return {
    getKey: (request: unknown): string => {
      const body = formatSortedJson(request);
      if (last?.body !== body) last = { body, key: createKey() };
      return last.key;
    },
    /** Must be called with every error. Returns true, and discards the key, if the error is the final outcome. */
    handleFailure: (error: unknown): boolean => {
      const isFinal = error instanceof Problem && !retryableCodes.some((code) => code === error.code);
      if (isFinal) last = null;
      return isFinal;
    },
    reset: (): void => void (last = null),
  };
}
