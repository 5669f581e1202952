import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { roles } from '../../../../shared/contract/roles.ts';
import type { Route } from '../../../../shared/contract/route.ts';

const renderer = fileURLToPath(new URL('../../../../renderer', import.meta.url));
const sources = globSync('**/*.{ts,tsx}', { cwd: renderer }).map((file) => readFileSync(`${renderer}/${file}`, 'utf8'));

/** Returns all routes that a source names, as in `v1Routes.x` and `appRoutes.x`. */
function findRouteNames(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:v1|app)Routes\.\w+/g)].map(([name]) => name);
}

const usedNames = new Set(sources.flatMap(findRouteNames));
const checkedNames = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/(?:use|explain)MissingPermission\(([^)]*)\)/g)].flatMap(([, list = '']) => findRouteNames(list)),
  ),
);

const namedRoutes = Object.entries<Route>({
  ...Object.fromEntries(Object.entries<Route>(v1Routes).map(([name, route]) => [`v1Routes.${name}`, route])),
  ...Object.fromEntries(Object.entries<Route>(appRoutes).map(([name, route]) => [`appRoutes.${name}`, route])),
});

const restricted = namedRoutes.filter(
  ([name, { roles: allowed }]) => usedNames.has(name) && allowed !== 'public' && allowed.length < roles.length,
);

test.each(restricted)('the window checks the permission for %s', (name) => {
  expect([...checkedNames]).toContain(name);
});

test('the window uses restricted routes', () => {
  expect(restricted.length).toBeGreaterThan(25);
});
