import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
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

test('marks files as bytes for generators of older versions, too', () => {
  const { paths } = buildOpenApiDocument() as { paths: Record<string, Record<string, object>> };
  const bytes = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
  const form = { 'multipart/form-data': { schema: { properties: { file: bytes } } } };
  expect(paths['/knowledge/documents']?.['post']).toMatchObject({ requestBody: { content: form } });
  const { get: download } = paths['/knowledge/documents/{document_id}/file'] ?? {};
  expect(download).toMatchObject({ responses: { 200: { content: { '*/*': { schema: bytes } } } } });
});

test('says of every object without named properties what it may hold', () => {
  const objects = listObjects(buildOpenApiDocument()).filter(({ type }) => type === 'object');
  expect(objects.length).toBeGreaterThan(100);
  expect(objects.filter(({ properties, additionalProperties }) => !properties && !additionalProperties)).toEqual([]);
});

type OpenApiDocument = {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, unknown> }>>;
  readonly components: { readonly schemas: { readonly Problem: { readonly properties: { readonly code: unknown } } } };
};

describe('the problem codes', () => {
  const document = buildOpenApiDocument() as OpenApiDocument;
  const readCodes = (schema: unknown) => listObjects(schema).flatMap(({ enum: codes = [] }) => codes as string[]);
  const codesOf = (path: string, method: string) => readCodes(document.paths[path]?.[method]?.responses);

  test('of an operation are those of its checks and its own', () => {
    expect(codesOf('/calls/outbound', 'post')).toEqual(
      expect.arrayContaining(['forbidden', 'malformed', 'too_large', 'idempotency_mismatch', 'metadata_invalid']),
    );
    const ofCall = codesOf('/calls/{call_id}', 'get');
    expect(ofCall).toEqual(expect.arrayContaining(['unauthorized', 'rate_limited', 'not_found', 'call_not_found']));
    for (const code of ['forbidden', 'malformed', 'too_large', 'idempotency_mismatch', 'agent_not_found'])
      expect(ofCall).not.toContain(code);
    expect(codesOf('/openapi.json', 'get')).not.toContain('unauthorized');
  });

  test('include none of the operations of the window', () => {
    const codes = readCodes(document.components.schemas.Problem.properties.code);
    for (const code of ['no_workspace', 'workspace_changed', 'locked', 'lock_not_set_up', 'backup_invalid'])
      expect(codes).not.toContain(code);
    const used = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ responses }) =>
        Object.entries(responses).flatMap(([status, response]) => (Number(status) < 400 ? [] : readCodes(response))),
      ),
    );
    expect(new Set(codes)).toEqual(new Set(used));
  });
});

/** Returns a value and everything in it that is an object. */
function listObjects(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(listObjects)];
}
