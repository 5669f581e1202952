import assert from 'node:assert/strict';
import { fileRoutes, routeTreePaths, v1Routes } from '../../shared/contract.ts';
import { problemTypes, problemMediaType, problemSchema } from '../../shared/problems.ts';
import type { Route } from '../../shared/route.ts';
import { listProblemCodes } from '../../electron/service/platform/http/openapi.ts';

/** What anybody outside of the window may ask for, each with its whole path. */
const publicRoutes = [
  ...Object.values<Route>(v1Routes).map((route) => ({ route, path: routeTreePaths.v1 + route.path })),
  ...Object.values<Route>(fileRoutes).map((route) => ({ route, path: routeTreePaths.files + route.path })),
];

/** The route that a request from outside of the window is answered by, if any. */
export function findRoute(method: string, path: string): Route | undefined {
  const steps = path.split('/');
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
  return publicRoutes.find(({ route, path: template }) => {
    const expected = template.split('/');
    return (
      route.method === asked &&
      steps.length === expected.length &&
      expected.every((step, at) => (step.startsWith('{') ? steps[at] !== '' : step === steps[at]))
    );
  })?.route;
}

/** Asserts that an answer of `/v1`, or of a signed address, is one that the contract documents, to the field; gives the body. */
export async function checkResponse(method: string, path: string, response: Response): Promise<unknown> {
  assert.match(response.headers.get('X-Request-Id') ?? '', /^req_/, 'every answer has a request id');
  const route = findRoute(method, path);
  const mediaType = response.headers.get('Content-Type')?.split(';')[0];
  if (response.status >= 400) {
    assert.equal(mediaType, problemMediaType, `${method} ${path} ${response.status}`);
    const raw: unknown = await response.json();
    const problem = problemSchema.parse(raw);
    assert.deepEqual(problem, raw, 'a problem has the documented fields only');
    assert.equal(problem.status, response.status);
    assert.equal(problemTypes[problem.code].status, response.status);
    if (response.status === 401) assert.match(response.headers.get('WWW-Authenticate') ?? '', /^Bearer/);
    const expected = route
      ? listProblemCodes(route)
      : ['unauthorized', 'not_found', 'method_not_allowed', 'rate_limited'];
    assert.ok(expected.includes(problem.code), `${method} ${path} answered with the undocumented code ${problem.code}`);
    return raw;
  }
  assert.ok(route, `${method} ${path} answered ${response.status} without being in the contract`);
  if (response.status === 304) return null;
  if (typeof route.response === 'string') {
    assert.ok(route.response === 'events' ? response.status === 200 : [200, 206].includes(response.status));
    return response;
  }
  assert.equal(response.status, route.status);
  assert.equal(mediaType, 'application/json');
  const raw: unknown = await response.json();
  assert.deepEqual(route.response.parse(raw), raw, `${method} ${path} has the documented fields only`);
  return raw;
}
