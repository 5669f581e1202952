import { formatError } from '../format/format-error.ts';
import { showErrorToast } from '../ui/feedback/toasts.ts';
import { isUnreachableError } from './retry-when-reachable.ts';

/** Shows that a request failed, and why. While the service cannot be reached, the banner of the window says so instead. */
export function showRequestError(title: string, error: unknown): void {
  void showUnlessUnreachable(title, error);
}

async function showUnlessUnreachable(title: string, error: unknown): Promise<void> {
  if (!(await isUnreachableError(error))) showErrorToast(title, formatError(error));
}
