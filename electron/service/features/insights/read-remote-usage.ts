import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import {
  citingCallsMax,
  getDocumentUsage,
  usingAgentsMax,
  type DocumentUsage,
} from '../../../../shared/insights/document-usage.ts';
import { toPlainLine } from '../../../../shared/text/plain-text.ts';
import type { Database } from '../../platform/db/database.ts';
import { asProblem, isMissing, type RemoteLink } from '../remote/remote-client.ts';
import { findLocalIds, findRemoteItem } from '../remote/remote-item-queries.ts';

type Options = { readonly db: Database; readonly remote: RemoteLink; readonly signal: AbortSignal };

/**
 * Returns what uses a document, as the remote of a linked workspace has it. Agents and calls that are not known here are counted, but not
 * listed. Throws Problem `not_available_on_remote` or `remote_failed`.
 */
export async function readRemoteUsage({ db, remote, signal }: Options, document_id: string): Promise<DocumentUsage> {
  const item = findRemoteItem(db, 'document', document_id);
  const body = await request(remote, item?.remote_id, signal);
  const { success, data } = getDocumentUsage.response.safeParse(body);
  if (!success) throw new Problem('remote_failed', 'The remote sent a list of agents and calls that cannot be shown.');
  const agents = data.agents.slice(0, usingAgentsMax);
  const calls = data.latest_calls.slice(0, citingCallsMax);
  const agentIds = findLocalIds(
    db,
    'agent',
    agents.map(({ agent_id }) => agent_id),
  );
  const callIds = findLocalIds(
    db,
    'call',
    calls.map(({ call_id }) => call_id),
  );
  return {
    ...data,
    document_id,
    agents: agents.flatMap((agent) => {
      const agent_id = agentIds.get(agent.agent_id);
      return agent_id === undefined ? [] : [{ ...agent, agent_id, name: toLine(agent.name) }];
    }),
    latest_calls: calls.flatMap((call) => {
      const call_id = callIds.get(call.call_id);
      const [agent_name, recipient_number] = [toLine(call.agent_name), toLine(call.recipient_number)];
      return call_id === undefined ? [] : [{ ...call, call_id, agent_name, recipient_number }];
    }),
  };
}

async function request(remote: RemoteLink, remoteId: string | undefined, signal: AbortSignal): Promise<unknown> {
  try {
    const client = await remote.getClient();
    if (!client.capabilities.document_usage)
      throw new Problem('not_available_on_remote', 'The remote does not report which agents and calls use a document.');
    if (remoteId === undefined)
      throw new Problem('not_available_on_remote', 'The remote does not have this document yet.');
    const path = `/knowledge/documents/${encodeURIComponent(remoteId)}/usage`;
    return (await client.request({ method: 'GET', path, signal })).body;
  } catch (error) {
    if (isMissing(error))
      throw new Problem('not_available_on_remote', 'The remote does not have this document.', { cause: error });
    throw asProblem(error);
  }
}

const toLine = (text: string) => toPlainLine(text.slice(0, limits.titleLength));
