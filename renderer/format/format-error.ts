import { Problem } from '../../shared/problems.ts';

/** The sentence for the admin: the service's own, or that it could not be reached. */
export function formatError(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (error instanceof TypeError) return 'The service on this computer could not be reached. Try again in a moment.';
  return 'The answer of the service could not be understood. Reload the window to try again.';
}
