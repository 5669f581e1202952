import { isDeepStrictEqual } from 'node:util';
import { compareDefinitions, listChangedFields } from '../../../../shared/agents/compare-definitions.ts';
import type { AgentDefinition } from '../../../../shared/agents/agent-definition.ts';
import type {
  AgentDetails,
  AgentDraft,
  AgentVersion,
  AgentVersionSummary,
} from '../../../../shared/agents/agent-versions.ts';
import { listPlaceholders } from '../../../../shared/agents/greeting.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import { computeResourceEtag, requireMatch, respondWithEtag } from '../../platform/http/etag.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { formatTargetLabel } from '../../platform/http/target-label.ts';
import { createAuthor, toKnownAuthor, type AuthorFields, type AuthorNames } from '../organizations/authors.ts';
import type { RemoteLink } from '../remote/remote-client.ts';
import type { AgentRow } from './agent-queries.ts';
import * as versions from './agent-version-queries.ts';
import type { AgentDraftRow, AgentVersionRow } from './agent-version-queries.ts';
import { publishVersion, requireDraft, requireValid, saveDraft } from './agent-versions.ts';
import { findRemoteVersions, type RemoteAgentVersions } from './remote-agent-versions.ts';
import { requireAgent, requireListedAgent, type AgentContext } from './require-agent.ts';

/** `remote` is null unless the workspace is linked. */
type Services = { readonly remote: RemoteLink | null };

type WriteContext = Pick<RequestContext<Route, Services, AgentRow>, 'db' | 'services' | 'found'>;

export function addVersionRoutes(tree: RouteTree<Services>): void {
  bindRoute(tree, v1Routes.getAgent, async (ctx) => {
    const agent = requireAgent(ctx);
    const published = await (await findVersions(ctx, agent))?.readPublished();
    return respondWithEtag({ ...readDetails(ctx, agent), ...published });
  });

  bindRoute(
    tree,
    v1Routes.saveAgentDraft,
    (ctx) =>
      ctx.commit(() => {
        const { db, found: agent } = ctx;
        const { definition } = ctx.json;
        const details = requireEditable(ctx);
        const before = details.draft?.definition;
        // A repeated request, whose response was lost, finds its own change.
        if (isDeepStrictEqual(before, definition)) {
          ctx.skipAudit();
          return respondWithEtag(details);
        }
        requireMatch(ctx.request, () => computeResourceEtag(details));
        saveDraft(db, agent, definition, createChange(ctx));
        const changed = formatChangedFields(details.definition, definition);
        if (before && formatChangedFields(details.definition, before) === changed) ctx.skipAudit();
        ctx.setAuditSubject({ id: agent.agent_id, label: formatTargetLabel(agent.name, changed) });
        return respondAfterChange(ctx);
      }),
    requireAgent,
  );

  bindRoute(
    tree,
    v1Routes.deleteAgentDraft,
    (ctx) =>
      ctx.commit(() => {
        const details = requireEditable(ctx);
        requireDraft(ctx.db, ctx.found);
        requireMatch(ctx.request, () => computeResourceEtag(details));
        versions.deleteAgentDraft(ctx.db, ctx.found.id);
        return respondAfterChange(ctx);
      }),
    requireListedAgent,
  );

  bindRoute(
    tree,
    v1Routes.publishAgentVersion,
    (ctx) => {
      const { db, orgId, found: agent, json } = ctx;
      return ctx.commitOnce([agent.agent_id, json], () => {
        const details = requireEditable(ctx);
        requireMatch(ctx.request, () => computeResourceEtag(details));
        const { definition, restored_from } = requireDraft(db, agent);
        requireValid(db, orgId, definition);
        const version = publishVersion(db, agent, definition, {
          ...createChange(ctx),
          note: json.note,
          restoredFrom: restored_from,
        });
        const changed = formatChangedFields(details.definition, definition);
        const label = formatTargetLabel(definition.name, `version ${version}: ${changed}`);
        ctx.setAuditSubject({ id: agent.agent_id, label });
        return respondAfterChange(ctx);
      });
    },
    requireListedAgent,
  );

  bindRoute(tree, v1Routes.listAgentVersions, async (ctx) => {
    const { limit, cursor } = ctx.query;
    const agent = requireAgent(ctx);
    const remote = await findVersions(ctx, agent);
    if (remote) return { body: await remote.list({ limit, cursor }) };
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    const rows = versions.listAgentVersions(ctx.db, agent.id, { before, limit: limit + 1 });
    const items = rows.map((row, index) => toSummary(row, rows[index + 1]?.definition));
    return {
      body: toPage(
        items,
        limit,
        (item) => item,
        ({ version }) => version,
      ),
    };
  });

  bindRoute(tree, v1Routes.getAgentVersion, async (ctx) => {
    const agent = requireAgent(ctx);
    const remote = await findVersions(ctx, agent);
    if (remote) return { body: await remote.read(ctx.params.version) };
    const row = requireVersion(ctx.db, agent, ctx.params.version);
    const previous = versions.findAgentVersion(ctx.db, agent.id, row.version - 1)?.definition;
    return { body: { ...toSummary(row, previous), definition: row.definition } satisfies AgentVersion };
  });

  bindRoute(
    tree,
    v1Routes.restoreAgentVersion,
    (ctx) => {
      const { db, found: agent, params } = ctx;
      return ctx.commitOnce([agent.agent_id, params.version], () => {
        const details = requireEditable(ctx);
        const { version, definition } = requireVersion(db, agent, params.version);
        requireMatch(ctx.request, () => computeResourceEtag(details));
        saveDraft(db, agent, definition, { ...createChange(ctx), restoredFrom: version });
        ctx.setAuditSubject({ id: agent.agent_id, label: formatTargetLabel(agent.name, `version ${version}`) });
        return respondAfterChange(ctx);
      });
    },
    requireAgent,
  );

  bindRoute(tree, v1Routes.compareAgentVersions, async (ctx) => {
    const { query } = ctx;
    const agent = requireAgent(ctx);
    const remote = await findVersions(ctx, agent);
    const read = async (compared: number | 'draft'): Promise<AgentDefinition> => {
      if (compared === 'draft') return requireDraft(ctx.db, agent).definition;
      return (await (remote?.read(compared) ?? requireVersion(ctx.db, agent, compared))).definition;
    };
    const [from, to] = [await read(query.from ?? agent.published_version), await read(query.to)];
    return { body: { changes: [...compareDefinitions(from, to)] } };
  });
}

/** Returns the versions that the remote of a linked workspace has; null if the versions are here. */
function findVersions(
  { db, services, request }: Pick<RequestContext<Route, Services>, 'db' | 'services' | 'request'>,
  agent: AgentRow,
): Promise<RemoteAgentVersions | null> {
  return findRemoteVersions({ db, remote: services.remote, signal: request.signal }, agent);
}

/** Returns the agent with its published definition, unless only a remote has it, and its draft. */
function readDetails({ db, services }: Pick<WriteContext, 'db' | 'services'>, agent: AgentRow): AgentDetails {
  const { agent_id, name, objective, status, published_version } = agent;
  const stored = versions.findAgentVersion(db, agent.id, published_version)?.definition;
  const canHaveOwn = services.remote === null && status !== 'uat';
  const definition = stored ?? (canHaveOwn ? versions.toDefinition(agent) : null);
  const draft = versions.findAgentDraft(db, agent.id);
  return {
    agent_id,
    name,
    objective,
    status,
    placeholders: [...listPlaceholders(agent.greeting)],
    published_version: definition || status === 'uat' ? published_version : null,
    definition,
    draft: draft ? toDraft(draft) : null,
  };
}

/** Returns the details of an agent that can be changed here. Throws Problem `not_available_on_remote` in a linked workspace. */
function requireEditable(ctx: WriteContext): AgentDetails {
  if (ctx.services.remote)
    throw new Problem(
      'not_available_on_remote',
      `“${ctx.found.name}” is an agent of the remote and can only be changed there. Nothing was changed.`,
    );
  return readDetails(ctx, ctx.found);
}

function requireVersion(db: Database, agent: AgentRow, version: number): AgentVersionRow {
  const row = versions.findAgentVersion(db, agent.id, version);
  if (!row) throw new Problem('agent_version_not_found', `“${agent.name}” has no version ${version}.`);
  return row;
}

/** Publishes the change, and returns the agent as it is now. */
function respondAfterChange(ctx: AgentContext & Pick<RequestContext<Route, Services>, 'services' | 'events'>) {
  const agent = requireAgent(ctx);
  ctx.events.publish({ type: 'agent.changed', agent_id: agent.agent_id }, ctx.orgId);
  return respondWithEtag(readDetails(ctx, agent));
}

function createChange({ context, principal }: Pick<RequestContext<Route>, 'context' | 'principal'>) {
  return { at: context.now(), author: createAuthor(principal) };
}

/** The most fields that an entry of the audit log names. */
const maxNamedFields = 4;

/** Formats the fields that differ for the audit log: "Greeting, Voice". */
function formatChangedFields(before: AgentDefinition | null, after: AgentDefinition): string {
  const labels = before ? listChangedFields(before, after) : [];
  const named = labels.slice(0, maxNamedFields).join(', ');
  if (labels.length > maxNamedFields) return `${named} and ${labels.length - maxNamedFields} more`;
  return named === '' ? 'no changes' : named;
}

function toDraft(row: AgentDraftRow): AgentDraft {
  const { definition, revision, base_version, saved_at } = row;
  return { ...toAuthored(row), definition, revision, base_version, saved_at: formatTimestamp(saved_at) };
}

function toSummary(row: AgentVersionRow, previous: AgentDefinition | undefined): AgentVersionSummary {
  return {
    ...toAuthored(row),
    version: row.version,
    note: row.note,
    published_at: formatTimestamp(row.published_at),
    changed_fields: previous ? [...listChangedFields(previous, row.definition)] : [],
  };
}

function toAuthored(row: AuthorFields & AuthorNames & { readonly restored_from: number | null }) {
  return { author: toKnownAuthor(row), restored_from: row.restored_from };
}
