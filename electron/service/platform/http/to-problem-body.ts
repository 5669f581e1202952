import { problemTypes, type Problem, type ProblemBody } from '../../../../shared/contract/problems.ts';

/** Returns the body of the response to a request for the path `instance`. */
export function toProblemBody(problem: Problem, instance: string, requestId: string): ProblemBody {
  return {
    type: `urn:switchboard:problem:${problem.code}`,
    title: problemTypes[problem.code].title,
    status: problem.status,
    detail: problem.message,
    instance,
    code: problem.code,
    request_id: requestId,
    ...(problem.errors.length > 0 && { errors: [...problem.errors] }),
  };
}
