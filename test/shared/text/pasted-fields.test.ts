import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { tagSchema } from '../../../shared/calls/call-review-fields.ts';
import { newConnectionSchema } from '../../../shared/workspaces/connection.ts';
import { newWorkspaceSchema } from '../../../shared/workspaces/workspaces.ts';
import { newAgentRequestSchema } from '../../../shared/agents/agent-requests.ts';

/** Fields that people paste into, each with a value that its schema accepts. */
const samples: Readonly<Record<string, string>> = {
  name: 'Nora',
  title: 'Nora',
  tags: 'Nora',
  tag: 'Nora',
  industry: 'Energy',
  email: 'nora@example.com',
  base_url: 'https://example.com/v1',
  org_id: 'org_42',
  api_key: 'sk_live_9f',
  key_header: 'X-Key',
  remote_id: 'call_42',
  remote_agent_id: 'agt_42',
  ids: 'call_42',
  assigned_engineer: 'Nora Lindqvist',
  model: 'text-embedding-3-small',
  question_prefix: 'query:',
  passage_prefix: 'passage:',
  do_not_call_override: 'asked for it',
};

/** IDs from a list of the window, and a draft as it was typed. */
const exceptions = ['updateCallReviews/calls/ids', 'exportSelectedCalls/ids', 'saveItem/value/name'];

type Leaf = { readonly path: string; readonly schema: z.core.$ZodType };

/** Finds the fields of a schema that are text, with their paths. */
function findTexts(schema: z.core.$ZodType, path: string): readonly Leaf[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) =>
      findTexts(field as z.core.$ZodType, `${path}/${key}`),
    ); // a shape has schemas only
  if (schema instanceof z.ZodArray) return findTexts(schema.element, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => findTexts(option, path));
  if (schema instanceof z.ZodIntersection)
    return [...findTexts(schema.def.left, path), ...findTexts(schema.def.right, path)];
  if (schema instanceof z.ZodPipe) return findTexts(schema.def.in, path).map((leaf) => ({ ...leaf, schema }));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return findTexts(schema.def.innerType, path);
  return schema instanceof z.ZodString ? [{ path, schema }] : [];
}

const fields = Object.values({ ...v1Routes, ...appRoutes })
  .flatMap((route) => ('json' in route ? findTexts(route.json, route.id) : []))
  .filter(({ path }) => !exceptions.includes(path))
  .flatMap(({ path, schema }) => {
    const sample = samples[getName(path)];
    return sample === undefined ? [] : [{ path, schema, sample }];
  });

function getName(path: string): string {
  return path.split('/').at(-1) ?? '';
}

describe('a pasted value with invisible marks', () => {
  test('finds the fields of the contract', () => {
    const names = fields.map(({ path }) => getName(path));
    expect(
      Object.keys(samples).filter((name) => !names.includes(name) && !['title', 'tag', 'tags'].includes(name)),
    ).toEqual([]);
    expect(fields.length).toBeGreaterThan(20);
  });

  test.each(fields)('is stored without them by $path', ({ schema, sample }) => {
    const pasted = [
      `\u202a${sample}\u202c`,
      `\u2068${sample}\u2069`,
      `\u200e${sample}\u00a0`,
      ` ${sample}\u200b\ufeff`,
    ];
    for (const text of pasted) expect(z.safeParse(schema, text).data, JSON.stringify(text)).toBe(sample);
  });

  test('is stored without them as a tag', () => {
    expect(tagSchema.parse('\u202eVIP\u00a0customer\u2069')).toBe('VIP customer');
  });

  test('is stored without them in a new workspace', () => {
    const local = {
      kind: 'local',
      name: '\u202eNorthwind\u200b',
      industry: '\u2066Energy',
      email: '\u202anora@example.com\u202c',
    };
    expect(newWorkspaceSchema.parse(local)).toEqual({
      kind: 'local',
      name: 'Northwind',
      industry: 'Energy',
      email: 'nora@example.com',
    });
    expect(newWorkspaceSchema.safeParse({ ...local, name: '\u202e\u200b' }).error?.issues[0]?.message).toBe(
      'Enter a name.',
    );
  });

  test('is stored without them in a connection', () => {
    const pasted = {
      base_url: 'ｈｔｔｐｓ://example.com/v1\u200e',
      org_id: '\u2068org_1\u2069',
      api_key: '\u200bsk_1\ufeff',
    };
    expect(newConnectionSchema.parse(pasted)).toMatchObject({
      base_url: 'https://example.com/v1',
      org_id: 'org_1',
      api_key: 'sk_1',
    });
  });

  test('keeps what a name in another script needs', () => {
    const request = newAgentRequestSchema.parse({ name: 'کتاب\u200cخانه\u202c 👩‍💻', objective: 'Answer' });
    expect(request.name).toBe('کتاب\u200cخانه 👩‍💻');
  });
});
