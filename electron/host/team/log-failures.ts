import { Problem } from '../../../shared/contract/problems.ts';
import type { Logger } from '../../service/platform/context.ts';
import { requestIdHeader } from '../../service/platform/http/build-response.ts';
import type { NodeRequest } from './start-team-server.ts';

/** Returns a function that logs the error of a task. The tasks that repeat do not log each time that the database is away. */
export const createErrorLogger = (log: Logger) => (error: unknown, workspace?: string) => {
  if (!isDatabaseAway(error) || workspace !== undefined)
    log.error({ err: error, workspace }, 'a task of the node failed');
};

/** Keeps the process running when work in the background needs a database that is away. It is dropped with its organization. */
export function keepRunningWithoutDatabase(log: Logger): void {
  process.on('uncaughtException', (error) => {
    if (!isDatabaseAway(error)) throw error;
    log.error({ err: error }, 'the database cannot be reached');
  });
}

/** Logs a response that reports a failure: without the query of its URL, which can have a signature. */
export function logFailedResponse(log: Logger, { incoming, workspaceId }: NodeRequest, response: Response): void {
  if (response.status < 500) return;
  const details = { requestId: response.headers.get(requestIdHeader), status: response.status };
  const path = incoming.url && new URL(incoming.url).pathname;
  log.error({ workspace: workspaceId, ...details, method: incoming.method, path }, 'a request failed');
}

function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  return (error instanceof Problem && error.code === 'unavailable') || isDatabaseAway(error.cause);
}
