// Public: other features may import this file.
import {
  capabilityIds,
  noCapabilities,
  type Capabilities,
  type ConnectionCheck,
  type ConnectionSettings,
} from '../../../../shared/workspaces/connection.ts';
import type { Role } from '../../../../shared/contract/roles.ts';
import type { Database } from '../../platform/db/database.ts';

/** Where a linked workspace sends its requests, and what the last check found. */
export type StoredConnection = {
  readonly settings: ConnectionSettings;
  /** Null until it is known. */
  readonly role: Role | null;
  readonly capabilities: Capabilities;
  readonly checkedAt: number | null;
};

type ConnectionRow = {
  readonly base_url: string;
  readonly remote_org_id: string;
  readonly key_header: string;
  readonly allow_http: number;
  readonly certificate_sha256: string | null;
  readonly role: Role | null;
  readonly capabilities: string;
  readonly checked_at: number | null;
};

/** Returns the connection of a workspace; undefined unless it is linked. */
export function findConnection(db: Database): StoredConnection | undefined {
  const row = db.get<ConnectionRow>('SELECT * FROM connection');
  if (!row) return undefined;
  const { base_url, key_header, certificate_sha256, role } = row;
  return {
    settings: { base_url, org_id: row.remote_org_id, key_header, allow_http: row.allow_http === 1, certificate_sha256 },
    role,
    capabilities: parseCapabilities(row.capabilities),
    checkedAt: row.checked_at,
  };
}

/** An older application stored fewer capabilities. */
function parseCapabilities(json: string): Capabilities {
  const stored: Partial<Capabilities> = JSON.parse(json);
  return capabilityIds.reduce<Capabilities>((all, id) => ({ ...all, [id]: stored[id] === true }), noCapabilities);
}

/** `archivedAgentIds`: the local agents that the link archives. */
export function insertConnection(
  db: Database,
  settings: ConnectionSettings,
  archivedAgentIds: readonly string[] = [],
): void {
  db.run(
    `INSERT INTO connection
       (id, base_url, remote_org_id, key_header, allow_http, certificate_sha256, capabilities, archived_agents)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?)`,
    settings.base_url,
    settings.org_id,
    settings.key_header,
    Number(settings.allow_http),
    settings.certificate_sha256,
    JSON.stringify(noCapabilities),
    JSON.stringify(archivedAgentIds),
  );
}

/** Replaces the address. The role and the capabilities stay as in the last check. */
export function updateConnectionSettings(db: Database, settings: ConnectionSettings): void {
  db.run(
    'UPDATE connection SET base_url = ?, key_header = ?, allow_http = ?, certificate_sha256 = ?',
    settings.base_url,
    settings.key_header,
    Number(settings.allow_http),
    settings.certificate_sha256,
  );
}

type Findings = Pick<ConnectionCheck, 'role' | 'capabilities'>;

export function storeFindings(db: Database, { role, capabilities }: Findings, checkedAt: number): void {
  db.run(
    'UPDATE connection SET role = ?, capabilities = ?, checked_at = ?',
    role,
    JSON.stringify(capabilities),
    checkedAt,
  );
}

/** Forgets what was found with another address or API key. */
export function clearFindings(db: Database): void {
  db.run('UPDATE connection SET role = NULL, capabilities = ?, checked_at = NULL', JSON.stringify(noCapabilities));
}

export function deleteConnection(db: Database): void {
  db.run('DELETE FROM connection');
}
