import assert from 'node:assert/strict';
import { fileRoutes, routeTreePaths, v1Routes } from '../../../shared/contract/contract.ts';
import { problemTypes, problemMediaType, problemSchema } from '../../../shared/contract/problems.ts';
import type { Route } from '../../../shared/contract/route.ts';
import { listProblemCodes } from '../../../electron/service/platform/http/openapi.ts';

/** The routes that other programs can call, with their full paths. */
const publicRoutes = [
  ...Object.values<Route>(v1Routes).map((route) => ({ route, path: routeTreePaths.v1 + route.path })),
  ...Object.values<Route>(fileRoutes).map((route) => ({ route, path: routeTreePaths.files + route.path })),
];

/** Returns the public route that handles a request, if any. */
export function findRoute(method: string, path: string): Route | undefined {
  const steps = path.split('/');
  const normalized = method === 'HEAD' ? 'get' : method.toLowerCase();
  return publicRoutes.find(({ route, path: template }) => {
    const expected = template.split('/');
    return (
      route.method === normalized &&
      steps.length === expected.length &&
      expected.every((step, index) => (step.startsWith('{') ? steps[index] !== '' : step === steps[index]))
    );
  })?.route;
}

/** Asserts that a response of a public route has the documented status and exactly the documented fields. Returns the body. */
export async function checkResponse(method: string, path: string, response: Response): Promise<unknown> {
  assert.match(response.headers.get('X-Request-Id') ?? '', /^req_/, 'every response has a request id');
  assert.equal(response.headers.get('X-Content-Type-Options'), 'nosniff', `${method} ${path}`);
  assert.equal(response.headers.get('Cross-Origin-Resource-Policy'), 'same-origin', `${method} ${path}`);
  const route = findRoute(method, path);
  const mediaType = response.headers.get('Content-Type')?.split(';')[0];
  if (response.status >= 400) {
    assert.equal(mediaType, problemMediaType, `${method} ${path} ${response.status}`);
    if (method === 'HEAD') return null;
    const raw: unknown = await response.json();
    const problem = problemSchema.parse(raw);
    assert.deepEqual(problem, raw, 'a problem has only the documented fields');
    assert.equal(problem.status, response.status);
    assert.equal(problemTypes[problem.code].status, response.status);
    if (response.status === 401) assert.match(response.headers.get('WWW-Authenticate') ?? '', /^Bearer/);
    const expected = route
      ? listProblemCodes(route)
      : ['unauthorized', 'not_found', 'method_not_allowed', 'rate_limited'];
    assert.ok(expected.includes(problem.code), `${method} ${path} returned the undocumented code ${problem.code}`);
    return raw;
  }
  assert.ok(route, `${method} ${path} returned ${response.status} but is not in the contract`);
  if (response.status === 304) return null;
  if (typeof route.response === 'string') {
    assert.ok(route.response === 'events' ? response.status === 200 : [200, 206].includes(response.status));
    return response;
  }
  assert.equal(response.status, route.status);
  assert.equal(mediaType, 'application/json');
  if (method === 'HEAD') return null;
  const raw: unknown = await response.json();
  assert.deepEqual(route.response.parse(raw), raw, `${method} ${path} has only the documented fields`);
  return raw;
}
