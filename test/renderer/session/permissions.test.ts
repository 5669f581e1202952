import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../../shared/contract.ts';
import { roles } from '../../../shared/roles.ts';
import type { Route } from '../../../shared/route.ts';

const renderer = fileURLToPath(new URL('../../../renderer', import.meta.url));
const sources = globSync('**/*.{ts,tsx}', { cwd: renderer }).map((file) => readFileSync(`${renderer}/${file}`, 'utf8'));

/** Every operation that the window's sources name: `v1Routes.x`, `appRoutes.x`. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:v1|app)Routes\.\w+/g)].map(([name]) => name);
}

const named = new Set(sources.flatMap(namesIn));
const asked = new Set(
  sources.flatMap((text) => [...text.matchAll(/usePermission\(([^)]*)\)/g)].flatMap(([, list = '']) => namesIn(list))),
);

const operations = Object.entries<Route>({
  ...Object.fromEntries(Object.entries<Route>(v1Routes).map(([name, route]) => [`v1Routes.${name}`, route])),
  ...Object.fromEntries(Object.entries<Route>(appRoutes).map(([name, route]) => [`appRoutes.${name}`, route])),
});

const restricted = operations.filter(
  ([name, { roles: allowed }]) => named.has(name) && allowed !== 'public' && allowed.length < roles.length,
);

test.each(restricted)('what leads to %s asks first whether the role may, in the contract’s table', (name) => {
  expect([...asked]).toContain(name);
});

test('the table restricts what the window does', () => {
  expect(restricted.length).toBeGreaterThan(25);
});
