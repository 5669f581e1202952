// Public: other features may import this file.
import { agentDefinitionSchema, type AgentDefinition } from '../../../../shared/agents/agent-definition.ts';
import type { Database } from '../../platform/db/database.ts';
import { authorNameColumns, joinAuthorNames } from '../organizations/author-names-sql.ts';
import type { AuthorFields, AuthorNames } from '../organizations/authors.ts';
import type { AgentRow } from './agent-queries.ts';

/** Who wrote a version or a draft, and from which version it was restored. */
type Authored = AuthorFields & { readonly restored_from: number | null };

export type NewAgentVersion = Authored & {
  readonly version: number;
  readonly definition: AgentDefinition;
  readonly note: string;
  readonly published_at: number;
};

export type AgentVersionRow = NewAgentVersion & AuthorNames;

export type NewAgentDraft = Authored & {
  readonly definition: AgentDefinition;
  readonly revision: number;
  readonly base_version: number;
  readonly saved_at: number;
};

export type AgentDraftRow = NewAgentDraft & AuthorNames;

type Stored<Row> = Omit<Row, 'definition'> & { readonly definition: string };

const authorColumns = 'author_id, key_id, author_name, restored_from';
const versionColumns = 'version, definition, note, published_at';
const draftColumns = 'definition, revision, base_version, saved_at';

export function insertAgentVersion(db: Database, agent: number, version: NewAgentVersion): void {
  db.run(
    `INSERT INTO agent_version (agent, ${versionColumns}, ${authorColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    agent,
    version.version,
    JSON.stringify(version.definition),
    version.note,
    version.published_at,
    version.author_id,
    version.key_id,
    version.author_name,
    version.restored_from,
  );
}

export function findAgentVersion(db: Database, agent: number, version: number): AgentVersionRow | undefined {
  return listAgentVersions(db, agent, { before: version + 1, limit: 1 }).find((row) => row.version === version);
}

/** Returns versions below `before`, newest first. */
export function listAgentVersions(
  db: Database,
  agent: number,
  { before, limit }: { readonly before: number; readonly limit: number },
): readonly AgentVersionRow[] {
  return db
    .all<Stored<AgentVersionRow>>(
      `SELECT ${versionColumns}, author_id, agent_version.key_id, author_name, restored_from, ${authorNameColumns}
       FROM agent_version ${joinAuthorNames('agent_version')} WHERE agent = ? AND version < ? ORDER BY version DESC LIMIT ?`,
      agent,
      before,
      limit,
    )
    .map(parseDefinition);
}

export function findAgentDraft(db: Database, agent: number): AgentDraftRow | undefined {
  const row = db.get<Stored<AgentDraftRow>>(
    `SELECT ${draftColumns}, author_id, agent_draft.key_id, author_name, restored_from, ${authorNameColumns}
     FROM agent_draft ${joinAuthorNames('agent_draft')} WHERE agent = ?`,
    agent,
  );
  return row && parseDefinition(row);
}

/** Stores the draft of an agent, in place of an earlier one. */
export function storeAgentDraft(db: Database, agent: number, draft: NewAgentDraft): void {
  db.run(
    `INSERT INTO agent_draft (agent, ${draftColumns}, ${authorColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (agent) DO UPDATE SET definition = excluded.definition, revision = excluded.revision,
       base_version = excluded.base_version, saved_at = excluded.saved_at, author_id = excluded.author_id,
       key_id = excluded.key_id, author_name = excluded.author_name, restored_from = excluded.restored_from`,
    agent,
    JSON.stringify(draft.definition),
    draft.revision,
    draft.base_version,
    draft.saved_at,
    draft.author_id,
    draft.key_id,
    draft.author_name,
    draft.restored_from,
  );
}

export function deleteAgentDraft(db: Database, agent: number): void {
  db.run('DELETE FROM agent_draft WHERE agent = ?', agent);
}

/** Makes a version the published one, and shows its fields in lists. */
export function setPublishedVersion(db: Database, agent: number, version: number, definition: AgentDefinition): void {
  const { name, objective, audience, greeting, voice } = definition;
  db.run(
    `UPDATE agent SET published_version = ?, name = ?, objective = ?, audience = ?, greeting = ?, voice = ? WHERE id = ?`,
    version,
    name,
    objective,
    audience,
    greeting,
    voice,
    agent,
  );
}

type AgentDocuments = Pick<AgentRow, 'agent_id' | 'name'> & {
  /** The documents from which its published version answers; null if only a remote has the version. */
  readonly documents: AgentDefinition['documents'] | null;
};

/** Returns the active agents with the documents from which they answer, newest first. */
export function listAgentDocuments(db: Database, orgId: string): readonly AgentDocuments[] {
  return db
    .all<Pick<AgentRow, 'agent_id' | 'name'> & { readonly documents: string | null }>(
      `SELECT agent.agent_id, agent.name, agent_version.definition ->> 'documents' AS documents
       FROM agent LEFT JOIN agent_version ON agent_version.agent = agent.id AND agent_version.version = agent.published_version
       WHERE agent.org_id = ? AND agent.status = 'active' ORDER BY agent.id DESC`,
      orgId,
    )
    .map(({ documents, ...agent }) => ({
      ...agent,
      documents: documents === null ? null : agentDefinitionSchema.shape.documents.parse(JSON.parse(documents)),
    }));
}

/** Lists those of the IDs that no document has. */
export function listUnknownDocuments(db: Database, orgId: string, documentIds: readonly string[]): readonly string[] {
  const known = db.all<{ readonly document_id: string }>(
    `SELECT document_id FROM document WHERE org_id = ? AND document_id IN (SELECT value FROM json_each(?))`,
    orgId,
    JSON.stringify(documentIds),
  );
  const knownIds = new Set(known.map(({ document_id }) => document_id));
  return documentIds.filter((id) => !knownIds.has(id));
}

function parseDefinition<Row extends { readonly definition: string }>(row: Row) {
  return { ...row, definition: agentDefinitionSchema.parse(JSON.parse(row.definition)) };
}

/** Returns the definition of an agent without a stored version, from the fields that lists show. */
export function toDefinition({ name, objective, audience, greeting, voice }: AgentRow): AgentDefinition {
  return agentDefinitionSchema.parse({ name, objective, audience, greeting, voice });
}
