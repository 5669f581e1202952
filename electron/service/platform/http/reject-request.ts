import { randomBytes } from 'node:crypto';
import { problemMediaType, type Problem } from '../../../../shared/problems.ts';
import { toProblemBody } from '../../platform/http/to-problem-body.ts';

/** Returns the problem response of a server that rejects a request before it reaches the service. */
export function rejectRequest(problem: Problem, instance: string): Response {
  const requestId = `req_${randomBytes(12).toString('hex')}`;
  return new Response(JSON.stringify(toProblemBody(problem, instance, requestId)), {
    status: problem.status,
    headers: {
      'Content-Type': problemMediaType,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...problem.headers,
    },
  });
}
