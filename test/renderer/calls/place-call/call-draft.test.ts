import { describe, expect, it } from 'vitest';
import {
  addMetadataRow,
  applyMetadata,
  findRowErrors,
  addPlaceholderRows,
  formatMetadataValue,
  toMetadata,
  type MetadataRow,
} from '../../../../renderer/calls/place-call/call-draft.ts';

const row = (id: number, name: string, value: MetadataRow['value'] = ''): MetadataRow => ({ id, name, value });
const plain = (rows: readonly MetadataRow[]) => rows.map(({ name, value }) => [name, value]);

describe('the rows of metadata', () => {
  it('offer the names of the greeting, after what is filled in', () => {
    const rows = addPlaceholderRows([row(1, 'plan', 'Fibre')], ['first_name', 'plan']);
    expect(plain(rows)).toEqual([
      ['plan', 'Fibre'],
      ['first_name', ''],
    ]);
  });

  it('take back what another agent was offered and nobody filled in', () => {
    const rows = addPlaceholderRows([row(1, 'first_name', ''), row(2, 'due_date', 'Monday')], ['company']);
    expect(plain(rows)).toEqual([
      ['due_date', 'Monday'],
      ['company', ''],
    ]);
  });

  it('never share an id', () => {
    const rows = addMetadataRow(applyMetadata(addPlaceholderRows([row(7, 'plan', 'x')], ['a', 'b']), { c: 1, a: 2 }));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('keep numbers, truths and lists of a call before as they were', () => {
    const metadata = { seats: 12, vip: true, tags: ['a'], first_name: 'Wilhelmina' };
    const rows = applyMetadata(addPlaceholderRows([], ['first_name']), metadata);
    expect(toMetadata(rows)).toEqual(metadata);
    expect(rows.map(({ value }) => formatMetadataValue(value))).toEqual(['Wilhelmina', '12', 'true', '["a"]']);
  });

  it('carry only what is filled in', () => {
    expect(toMetadata([row(1, 'first_name'), row(2, ' plan ', 'Fibre'), row(3, 'seats', 0)])).toEqual({
      plan: 'Fibre',
      seats: 0,
    });
  });

  it('carry a name that every object has', () => {
    const metadata = toMetadata([row(1, 'constructor', 'x'), row(2, 'toString', 'y')]);
    expect(Object.entries(metadata)).toEqual([
      ['constructor', 'x'],
      ['toString', 'y'],
    ]);
    expect(applyMetadata([row(1, 'constructor', '')], {})).toEqual([row(1, 'constructor', '')]);
  });
});

describe('faults', () => {
  it('are names that occur twice, at both of them', () => {
    const faults = findRowErrors([row(1, 'plan', 'a'), row(2, ' plan', 'b'), row(3, 'other', 'c')]);
    expect(Object.keys(faults)).toEqual(['1', '2']);
  });

  it('are values without a name, and names that cannot be', () => {
    const faults = findRowErrors([row(1, '', 'a'), row(2, '__proto__', 'b'), row(3, '', '')]);
    expect(faults[1]).toMatch(/name/);
    expect(faults[2]).toMatch(/cannot be used/);
    expect(faults[3]).toBeUndefined();
  });
});
