import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { buildOpenApiDocument } from '../../../electron/service/platform/http/openapi.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';

test('passes a public linter with its recommended rules, errors and warnings', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(buildOpenApiDocument());
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)).toEqual(
    [],
  );
});

test('contains every operation with its roles and marks the extensions', () => {
  const { paths } = buildOpenApiDocument() as { paths: Record<string, Record<string, Record<string, unknown>>> };
  for (const route of Object.values(v1Routes)) {
    const operation = paths[route.path]?.[route.method];
    expect(operation?.['operationId']).toBe(route.id);
    expect(operation?.['x-roles']).toEqual(route.roles === 'public' ? [] : route.roles);
    expect(operation?.['x-extension']).toBe(route.extension || undefined);
  }
});

test('contains no reference to an undefined component', () => {
  const contract = buildOpenApiDocument() as { components: Record<string, Record<string, unknown>> };
  const text = JSON.stringify(contract);
  for (const [, section = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
    expect(contract.components[section], `${section}/${name}`).toHaveProperty(name);
  }
  expect(text).not.toContain('$defs');
});

test('describes each operation beyond its summary, and names a contact', () => {
  const { info, paths } = buildOpenApiDocument() as {
    info: Record<string, unknown>;
    paths: Record<string, Record<string, { summary?: string; description?: string }>>;
  };
  expect(info['contact']).toMatchObject({ name: expect.stringMatching(/\w/) });
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { summary, description }] of Object.entries(operations)) {
      expect(description, `${method} ${path}`).toMatch(/^[A-Z].*\.$/);
      expect(description).not.toBe(`${summary}.`);
    }
});

test('writes tuples as arrays of fixed length, which tools for older JSON Schema drafts read, too', () => {
  const { components } = buildOpenApiDocument() as {
    components: { schemas: Record<string, { properties: Record<string, { properties?: object }> }> };
  };
  expect(components.schemas['CallTimeline']?.properties['peaks']?.properties).toMatchObject({
    channels: { type: 'array', items: { type: 'array', items: { type: 'number' } }, minItems: 2, maxItems: 2 },
  });
  const text = JSON.stringify(components);
  expect(text).not.toContain('"prefixItems"');
  expect(text).not.toContain('"items":false');
});
