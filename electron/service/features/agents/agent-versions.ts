// Public: other features may import this file.
import type { AgentDefinition } from '../../../../shared/agents/agent-definition.ts';
import { findDefinitionErrors } from '../../../../shared/agents/find-definition-errors.ts';
import { Problem, type InputError } from '../../../../shared/contract/problems.ts';
import type { Database } from '../../platform/db/database.ts';
import { windowKeyId } from '../../platform/http/principal.ts';
import type { AuthorFields } from '../organizations/authors.ts';
import { insertAgent, type AgentRow } from './agent-queries.ts';
import * as versions from './agent-version-queries.ts';

/** The author of the agents that a workspace contains from the start. */
export const windowAuthor: AuthorFields = { author_id: null, key_id: windowKeyId, author_name: null };

/** An agent that is created together with its first version. */
export type NewAgent = Pick<AgentRow, 'agent_id' | 'org_id' | 'created_at'> & {
  readonly definition: AgentDefinition;
  readonly author: AuthorFields;
};

/** Creates an active agent with version 1, in the open transaction. */
export function createAgent(db: Database, { agent_id, org_id, created_at, definition, author }: NewAgent): void {
  const { name, objective, audience, greeting, voice } = definition;
  const row = { agent_id, org_id, name, objective, audience, greeting, voice, status: 'active', created_at } as const;
  insertFirstVersion(db, insertAgent(db, row), { ...author, definition, published_at: created_at });
}

type FirstVersion = AuthorFields & Pick<versions.NewAgentVersion, 'definition' | 'published_at'>;

function insertFirstVersion(db: Database, agent: number, first: FirstVersion): void {
  versions.insertAgentVersion(db, agent, { ...first, version: 1, note: '', restored_from: null });
}

/** Returns what an agent says in calls. An agent that a remote has changed has no stored version. */
export function findPublishedDefinition(db: Database, agent: AgentRow): AgentDefinition {
  return versions.findAgentVersion(db, agent.id, agent.published_version)?.definition ?? versions.toDefinition(agent);
}

/** Returns the draft of an agent. Throws Problem `agent_draft_missing`. */
export function requireDraft(db: Database, { id, name }: AgentRow): versions.AgentDraftRow {
  const draft = versions.findAgentDraft(db, id);
  if (!draft) throw new Problem('agent_draft_missing', `“${name}” has no draft. Change it first.`);
  return draft;
}

/** Finds what keeps a definition from being published or tried, documents that do not exist included. */
function findErrors(db: Database, orgId: string, definition: AgentDefinition): readonly InputError[] {
  const { document_ids } = definition.documents;
  const unknown = new Set(versions.listUnknownDocuments(db, orgId, document_ids));
  return [
    ...findDefinitionErrors(definition),
    ...document_ids.flatMap((id, index) =>
      unknown.has(id)
        ? [{ pointer: `/documents/document_ids/${index}`, detail: `There is no document with the ID “${id}”.` }]
        : [],
    ),
  ];
}

/** Throws Problem `agent_definition_invalid` with a pointer to each part that is wrong. */
export function requireValid(db: Database, orgId: string, definition: AgentDefinition): void {
  const errors = findErrors(db, orgId, definition);
  if (errors[0]) throw new Problem('agent_definition_invalid', errors[0].detail, { errors: errors.slice(0, 20) });
}

type Change = { readonly at: number; readonly author: AuthorFields };

/** Stores a draft in the open transaction. The first one is based on the published version. */
export function saveDraft(
  db: Database,
  agent: AgentRow,
  definition: AgentDefinition,
  { at, author, restoredFrom }: Change & { readonly restoredFrom?: number },
): void {
  const draft = versions.findAgentDraft(db, agent.id);
  versions.storeAgentDraft(db, agent.id, {
    ...author,
    definition,
    revision: (draft?.revision ?? 0) + 1,
    base_version: draft?.base_version ?? agent.published_version,
    saved_at: Math.max(at, draft?.saved_at ?? 0),
    restored_from: restoredFrom ?? draft?.restored_from ?? null,
  });
}

/**
 * Publishes a definition as the next version, in the open transaction, and deletes the draft. Returns the number of the version.
 * Its time never precedes an earlier version's, even if the clock was set back.
 */
export function publishVersion(
  db: Database,
  agent: AgentRow,
  definition: AgentDefinition,
  { at, author, note, restoredFrom = null }: Change & { readonly note: string; readonly restoredFrom?: number | null },
): number {
  const current = versions.findAgentVersion(db, agent.id, agent.published_version);
  // An agent of a former linked workspace has no stored version.
  if (!current && agent.published_version === 1)
    insertFirstVersion(db, agent.id, {
      ...windowAuthor,
      definition: versions.toDefinition(agent),
      published_at: agent.created_at,
    });
  const version = agent.published_version + 1;
  versions.insertAgentVersion(db, agent.id, {
    ...author,
    version,
    definition,
    note,
    published_at: Math.max(at, current?.published_at ?? agent.created_at),
    restored_from: restoredFrom,
  });
  versions.setPublishedVersion(db, agent.id, version, definition);
  versions.deleteAgentDraft(db, agent.id);
  return version;
}
