import type { AgentRecord } from '../../../../shared/agents/agents.ts';
import { findMetadataErrors, type CallMetadata, type MetadataValue } from '../../../../shared/calls/call-metadata.ts';
import type { Persona } from '../../../../shared/agents/personas.ts';
import type { SimulationSpeed } from '../../../../shared/calls/simulated-calls.ts';
import { toPlainLine } from '../../../../shared/text/plain-text.ts';

export type MetadataRow = {
  readonly id: number;
  readonly name: string;
  /** Input is text; a value from a previous call keeps its type until the user edits it. */
  readonly value: MetadataValue;
};

/** Who answers the call: a random persona, a given persona, or the user in a practice call. */
export type RecipientChoice = 'random' | Persona | 'practice';

export type CallDraft = {
  readonly agentId: string | null;
  /** The ID of an agent on a remote that has no list of agents. */
  readonly remoteAgentId: string;
  /** The input, not normalized. */
  readonly number: string;
  readonly rows: readonly MetadataRow[];
  readonly recipient: RecipientChoice;
  readonly speed: SimulationSpeed;
};

export const emptyCallDraft: CallDraft = {
  agentId: null,
  remoteAgentId: '',
  number: '',
  rows: [],
  recipient: 'random',
  speed: 'fast',
};

export function formatMetadataValue(value: MetadataValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function isBlankRow({ value }: MetadataRow): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** Returns the metadata of the rows that have a value. The last of two equal names wins. */
export function toMetadata(rows: readonly MetadataRow[]): CallMetadata {
  return Object.fromEntries(
    rows.filter((row) => !isBlankRow(row)).map(({ name, value }) => [toPlainLine(name), value]),
  );
}

/** Adds a blank row for each missing name, and removes blank rows with other names. */
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

/** Replaces the values of rows with the same names, and adds rows for the other names. */
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
  const firstId = Math.max(0, ...rows.map(({ id }) => id)) + 1;
  return added.map((row, index) => ({ ...row, id: firstId + index }));
}

/** Validates rows in the window, before they are sent to the service. Returns errors by row id. */
export function findRowErrors(rows: readonly MetadataRow[]): Readonly<Record<number, string>> {
  const rowErrors: Record<number, string> = {};
  for (const row of rows) {
    const name = toPlainLine(row.name);
    const errors = isBlankRow(row) || name === '' ? [] : findMetadataErrors({ [name]: row.value });
    if (name === '' && !isBlankRow(row)) rowErrors[row.id] = 'Enter a name for this value.';
    else if (name !== '' && rows.some((other) => other.id !== row.id && toPlainLine(other.name) === name))
      rowErrors[row.id] = 'This name is used twice.';
    else if (errors[0]) rowErrors[row.id] = errors[0].detail;
  }
  return rowErrors;
}

/** Suggests the names that agents use in their greetings and that no row has yet. */
export function suggestMetadataNames(agents: readonly AgentRecord[], rows: readonly MetadataRow[]): readonly string[] {
  const used = new Set(rows.map(({ name }) => name));
  return [...new Set(agents.flatMap(({ placeholders }) => placeholders))].filter((name) => !used.has(name));
}

/** Returns the active agent that placed the most recent call, or the first active agent. */
export function findDefaultAgent(
  activeAgents: readonly AgentRecord[],
  recentCalls: readonly { readonly agent_id: string }[],
): AgentRecord | undefined {
  const callers = recentCalls.flatMap((call) => activeAgents.find(({ agent_id }) => agent_id === call.agent_id) ?? []);
  return callers[0] ?? activeAgents[0];
}
