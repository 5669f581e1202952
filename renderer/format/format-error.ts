import { Problem } from '../../shared/contract/problems.ts';

/** Returns the message to show for an error of a request. */
export function formatError(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (error instanceof TypeError) return 'The local service could not be reached. Try again in a moment.';
  return 'The service sent an unexpected response. Reload the window.';
}
