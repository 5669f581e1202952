import createClient from 'openapi-fetch';
import type { paths } from './api-types.ts';

/**
 * Uses the API as another program would: with types that a public generator makes from the OpenAPI document. The test copies this
 * file beside them.
 */
export async function useApi(baseUrl: string, key: string) {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

  const upload = await client.POST('/knowledge/documents', {
    body: { title: 'Opening hours', file: 'The shop opens at nine.' },
    bodySerializer: ({ title, file }) => {
      const form = new FormData();
      form.append('title', title);
      form.append('file', new Blob([file]), 'hours.txt');
      return form;
    },
  });
  if (!upload.data) throw new Error(upload.error.detail);

  const first = await client.GET('/knowledge/documents', { params: { query: { limit: 1 } } });
  if (!first.data?.next_cursor) throw new Error('There is no second page.');
  const cursor = first.data.next_cursor;
  const second = await client.GET('/knowledge/documents', { params: { query: { limit: 1, cursor } } });

  const agents = await client.GET('/agents');
  const agentId = agents.data?.data[0]?.agent_id;
  if (agentId === undefined) throw new Error('There is no agent.');
  const newCall = { agent_id: agentId, recipient_number: '+15550100' };
  const placed = await client.POST('/calls/outbound', {
    params: { header: { 'Idempotency-Key': 'first' } },
    body: {
      ...newCall,
      metadata: { name: 'Ada', visits: 2, isMember: true, tags: ['a', null], address: { city: 'Ulm' } },
    },
  });
  if (!placed.data) throw new Error(placed.error.detail);

  const refused = await client.POST('/calls/outbound', { body: { ...newCall, metadata: { ' ': 1 } } });
  const code = refused.error?.code;
  if (code !== 'metadata_invalid') throw new Error(`The metadata was not refused, but ${code}.`);
  // @ts-expect-error -- An operation lists only the codes that it can return.
  if (agents.error?.code === 'call_not_found') throw new Error('A list of agents contains no call.');

  return {
    uploadedId: upload.data.document_id,
    firstIds: first.data.data.map(({ document_id }) => document_id),
    secondIds: second.data?.data.map(({ document_id }) => document_id) ?? [],
    callStatus: placed.data.status,
  };
}
