import { Problem, problemCodes } from '../../../../shared/contract/problems.ts';
import { isStorageFull, toProblem } from '../http/to-problem.ts';
import { toRequestError } from './worker-client.ts';
import type { WorkerFailure } from './worker-protocol.ts';

/** Runs a task in a worker thread. A full disk is converted here, because SQLite's error loses its code between threads. */
export async function convertStorageFull<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw isStorageFull(error) ? toProblem(error) : error;
  }
}

/** Converts the failure of a worker to a problem if it was one, because problems lose their class between threads. */
export function toProblemOrError(failure: WorkerFailure): Error {
  const code = problemCodes.find((known) => known === failure.code);
  return failure.name === 'Problem' && code ? new Problem(code, failure.message) : toRequestError(failure);
}
