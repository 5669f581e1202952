import { Problem } from '../../../shared/contract/problems.ts';

/** Whether a request failed because the remote of a linked workspace does not offer it. */
export function isNotOnRemote(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'not_available_on_remote';
}
