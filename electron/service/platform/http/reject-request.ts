import { randomBytes } from 'node:crypto';
import { problemMediaType, type Problem } from '../../../../shared/contract/problems.ts';
import { createResponseHeaders } from './build-response.ts';
import { toProblemBody } from './to-problem-body.ts';

/** Returns the problem response of a server that rejects a request before it reaches the service. */
export function rejectRequest(problem: Problem, instance: string): Response {
  const requestId = `req_${randomBytes(12).toString('hex')}`;
  return new Response(JSON.stringify(toProblemBody(problem, instance, requestId)), {
    status: problem.status,
    headers: {
      ...createResponseHeaders(requestId),
      'Content-Type': problemMediaType,
      'Cache-Control': 'no-store',
      ...problem.headers,
    },
  });
}
