import type { AgentRecord } from '../../../shared/agents.ts';
import { findMetadataErrors, type CallMetadata, type MetadataValue } from '../../../shared/call-metadata.ts';
import type { Persona } from '../../../shared/personas.ts';
import type { SimulationSpeed } from '../../../shared/simulated-calls.ts';

export type MetadataRow = {
  readonly id: number;
  readonly name: string;
  /** Text as soon as it is typed; what came from a call before stays as it was. */
  readonly value: MetadataValue;
};

/** Who picks up: somebody drawn by chance, somebody of a kind, or the admin. */
export type RecipientChoice = 'drawn' | Persona | 'practice';

/** A call that is being filled in. */
export type CallDraft = {
  readonly agentId: string | null;
  /** As it was typed. */
  readonly number: string;
  readonly rows: readonly MetadataRow[];
  readonly recipient: RecipientChoice;
  readonly speed: SimulationSpeed;
};

export const emptyCallDraft: CallDraft = { agentId: null, number: '', rows: [], recipient: 'drawn', speed: 'fast' };

/** A value as it stands in its field. */
export function formatMetadataValue(value: MetadataValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function isBlankRow({ value }: MetadataRow): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** The rows that carry something; of names that occur twice the last one counts. */
export function toMetadata(rows: readonly MetadataRow[]): CallMetadata {
  return Object.fromEntries(rows.filter((row) => !isBlankRow(row)).map(({ name, value }) => [name.trim(), value]));
}

/** One row a name, after those that are there; rows that were only offered and are still blank make way. */
export function addPlaceholderRows(rows: readonly MetadataRow[], names: readonly string[]): readonly MetadataRow[] {
  const kept = rows.filter((row) => !isBlankRow(row) || (row.name !== '' && names.includes(row.name)));
  const missing = names.filter((name) => !kept.some((row) => row.name === name));
  return [
    ...kept,
    ...assignRowIds(
      missing.map((name) => ({ name, value: '' })),
      kept,
    ),
  ];
}

/** What metadata says, in place of what the same names said before. */
export function applyMetadata(rows: readonly MetadataRow[], metadata: CallMetadata): readonly MetadataRow[] {
  const filled = rows.map((row) => {
    const value = Object.hasOwn(metadata, row.name) ? metadata[row.name] : undefined;
    return value === undefined ? row : { ...row, value };
  });
  const added = Object.entries(metadata).filter(([name]) => !rows.some((row) => row.name === name));
  return [
    ...filled,
    ...assignRowIds(
      added.map(([name, value]) => ({ name, value })),
      rows,
    ),
  ];
}

export function addMetadataRow(rows: readonly MetadataRow[]): readonly MetadataRow[] {
  return [...rows, ...assignRowIds([{ name: '', value: '' }], rows)];
}

function assignRowIds(added: readonly Omit<MetadataRow, 'id'>[], rows: readonly MetadataRow[]): readonly MetadataRow[] {
  const first = Math.max(0, ...rows.map(({ id }) => id)) + 1;
  return added.map((row, place) => ({ ...row, id: first + place }));
}

/** What is wrong with rows before the service is asked, by the row's id. */
export function findRowErrors(rows: readonly MetadataRow[]): Readonly<Record<number, string>> {
  const faults: Record<number, string> = {};
  for (const row of rows) {
    const name = row.name.trim();
    const errors = isBlankRow(row) || name === '' ? [] : findMetadataErrors({ [name]: row.value });
    if (name === '' && !isBlankRow(row)) faults[row.id] = 'Give this value a name.';
    else if (name !== '' && rows.some((other) => other.id !== row.id && other.name.trim() === name))
      faults[row.id] = 'This name is there twice.';
    else if (errors[0]) faults[row.id] = errors[0].detail;
  }
  return faults;
}

/** Names that a row may be given: those that agents mention first. */
export function suggestMetadataNames(agents: readonly AgentRecord[], rows: readonly MetadataRow[]): readonly string[] {
  const used = new Set(rows.map(({ name }) => name));
  return [...new Set(agents.flatMap(({ placeholders }) => placeholders))].filter((name) => !used.has(name));
}
