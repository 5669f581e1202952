import { describe, expect, it } from 'vitest';
import type { AgentRecord } from '../../../../../shared/agents/agents.ts';
import {
  addMetadataRow,
  applyMetadata,
  addPlaceholderRows,
  findDefaultAgent,
  findRowErrors,
  formatMetadataValue,
  toMetadata,
  type MetadataRow,
} from '../../../../../renderer/features/calls/place-call/call-draft.ts';

const createRow = (id: number, name: string, value: MetadataRow['value'] = ''): MetadataRow => ({ id, name, value });
const toPairs = (rows: readonly MetadataRow[]) => rows.map(({ name, value }) => [name, value]);

describe('metadata rows', () => {
  it('include the placeholders of the greeting after the rows that have a value', () => {
    const rows = addPlaceholderRows([createRow(1, 'plan', 'Fibre')], ['first_name', 'plan']);
    expect(toPairs(rows)).toEqual([
      ['plan', 'Fibre'],
      ['first_name', ''],
    ]);
  });

  it('drop blank placeholders of another agent', () => {
    const rows = addPlaceholderRows([createRow(1, 'first_name', ''), createRow(2, 'due_date', 'Monday')], ['company']);
    expect(toPairs(rows)).toEqual([
      ['due_date', 'Monday'],
      ['company', ''],
    ]);
  });

  it('have unique ids', () => {
    const rows = addMetadataRow(
      applyMetadata(addPlaceholderRows([createRow(7, 'plan', 'x')], ['a', 'b']), { c: 1, a: 2 }),
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('keep the types of values from a previous call', () => {
    const metadata = { seats: 12, vip: true, tags: ['a'], first_name: 'Wilhelmina' };
    const rows = applyMetadata(addPlaceholderRows([], ['first_name']), metadata);
    expect(toMetadata(rows)).toEqual(metadata);
    expect(rows.map(({ value }) => formatMetadataValue(value))).toEqual(['Wilhelmina', '12', 'true', '["a"]']);
  });

  it('become metadata only if they have a value', () => {
    expect(toMetadata([createRow(1, 'first_name'), createRow(2, ' plan ', 'Fibre'), createRow(3, 'seats', 0)])).toEqual(
      {
        plan: 'Fibre',
        seats: 0,
      },
    );
  });

  it('accept names that every object has', () => {
    const metadata = toMetadata([createRow(1, 'constructor', 'x'), createRow(2, 'toString', 'y')]);
    expect(Object.entries(metadata)).toEqual([
      ['constructor', 'x'],
      ['toString', 'y'],
    ]);
    expect(applyMetadata([createRow(1, 'constructor', '')], {})).toEqual([createRow(1, 'constructor', '')]);
  });
});

describe('row errors', () => {
  it('mark both rows that use the same name', () => {
    const errors = findRowErrors([createRow(1, 'plan', 'a'), createRow(2, ' plan', 'b'), createRow(3, 'other', 'c')]);
    expect(Object.keys(errors)).toEqual(['1', '2']);
  });

  it('mark values without a name and reserved names', () => {
    const errors = findRowErrors([createRow(1, '', 'a'), createRow(2, '__proto__', 'b'), createRow(3, '', '')]);
    expect(errors[1]).toMatch(/name/);
    expect(errors[2]).toMatch(/reserved/);
    expect(errors[3]).toBeUndefined();
  });
});

const createAgent = (agent_id: string): AgentRecord => ({
  agent_id,
  name: agent_id,
  objective: '',
  audience: '',
  greeting: '',
  placeholders: [],
  status: 'active',
  voice: 'slt',
  created_at: '2026-03-01T09:00:00.000Z',
  call_count: 0,
  last_call_at: null,
});

const activeAgents = ['welcome', 'renewals'].map(createAgent);

describe('the default agent', () => {
  it('is the active agent that placed the most recent call', () => {
    expect(findDefaultAgent(activeAgents, [{ agent_id: 'archived' }, { agent_id: 'renewals' }])?.agent_id).toBe(
      'renewals',
    );
  });

  it('is the first active agent if none has called, and undefined if there is none', () => {
    expect(findDefaultAgent(activeAgents, [])?.agent_id).toBe('welcome');
    expect(findDefaultAgent([], [{ agent_id: 'archived' }])).toBeUndefined();
  });
});
