import * as z from 'zod';
import {
  agentDetailsSchema,
  getAgentVersion,
  listAgentVersions,
  type AgentDetails,
  type AgentVersion,
  type AgentVersionSummary,
} from '../../../../shared/agents/agent-versions.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { toPlainLine, toPlainText } from '../../../../shared/text/plain-text.ts';
import type { Database } from '../../platform/db/database.ts';
import { asProblem, isMissing, type RemoteClient, type RemoteLink } from '../remote/remote-client.ts';
import { findRemoteItem } from '../remote/remote-item-queries.ts';
import type { AgentRow } from './agent-queries.ts';

/** More fields than a definition has. */
const changedFieldsMax = 40;

const publishedSchema = agentDetailsSchema.pick({ published_version: true, definition: true });

/** The versions of an agent, as the remote of a linked workspace has them. Its methods throw Problem `remote_failed`. */
export type RemoteAgentVersions = {
  readonly readPublished: () => Promise<Pick<AgentDetails, 'published_version' | 'definition'>>;
  readonly list: (
    query: Readonly<Record<string, string | number | undefined>>,
  ) => Promise<z.output<typeof listAgentVersions.response>>;
  /** Also throws Problem `agent_version_not_found`. */
  readonly read: (version: number) => Promise<AgentVersion>;
};

type Options = { readonly db: Database; readonly remote: RemoteLink | null; readonly signal: AbortSignal };

/** Returns the versions that the remote has of an agent. Null if there is no remote, or if it does not list the routes. */
export async function findRemoteVersions(
  { db, remote, signal }: Options,
  agent: AgentRow,
): Promise<RemoteAgentVersions | null> {
  const client = remote && (await remote.getClient().catch(rethrowAsProblem));
  const remoteId = findRemoteItem(db, 'agent', agent.agent_id)?.remote_id;
  if (!client?.capabilities.agent_versions || remoteId === undefined) return null;
  const id = encodeURIComponent(remoteId);
  const get = createReader(client, signal);
  return {
    readPublished: () => get(`/agents/${id}`, publishedSchema),
    list: async (query) => {
      const page = await get(`/agent-versions/${id}`, listAgentVersions.response, query);
      return { ...page, data: page.data.map(bound) };
    },
    read: async (version) => {
      try {
        return bound(await get(`/agent-versions/${id}/${version}`, getAgentVersion.response));
      } catch (error) {
        if (!(error instanceof Problem && isMissing(error.cause))) throw error;
        throw new Problem('agent_version_not_found', `“${agent.name}” has no version ${version}.`, { cause: error });
      }
    },
  };
}

function createReader(client: RemoteClient, signal: AbortSignal) {
  return async <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    query: Readonly<Record<string, string | number | undefined>> = {},
  ): Promise<z.output<Schema>> => {
    const { body } = await client.request({ method: 'GET', path, query, signal }).catch(rethrowAsProblem);
    const { success, data } = schema.safeParse(body);
    if (!success) throw new Problem('remote_failed', 'The remote sent a definition that cannot be shown.');
    return data;
  };
}

/** Shortens the texts that a definition does not limit. */
function bound<Version extends AgentVersionSummary>(version: Version): Version {
  const { note, author, changed_fields } = version;
  return {
    ...version,
    note: toPlainText(note.slice(0, limits.agentNoteLength)),
    author: author && { ...author, name: author.name === null ? null : toLine(author.name) },
    changed_fields: changed_fields.slice(0, changedFieldsMax).map(toLine),
  };
}

const toLine = (text: string) => toPlainLine(text.slice(0, limits.titleLength));

function rethrowAsProblem(error: unknown): never {
  throw asProblem(error);
}
