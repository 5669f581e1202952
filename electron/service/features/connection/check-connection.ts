import {
  bearerHeader,
  type ConnectionCheck,
  type ConnectionSettings,
} from '../../../../shared/workspaces/connection.ts';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { canUseRoute, fillPath, type Route } from '../../../../shared/contract/route.ts';
import { workspaceNameSchema } from '../../../../shared/workspaces/workspaces.ts';
import { roleNames, type Role } from '../../../../shared/contract/roles.ts';
import { findNoProxy, type FindProxies } from '../../platform/network/find-proxies.ts';
import { formatBaseUrl } from '../remote/base-url.ts';
import type { RemoteTimeouts } from '../remote/create-remote-client.ts';
import { resolveWithSystem, type ResolveHost } from '../remote/open-connection.ts';
import { parseHttpDate } from '../remote/parse-http-date.ts';
import { RemoteError } from '../remote/remote-client.ts';
import { formatOrganizationPath, getOrganizationId, hasOrganization } from '../remote/guard-writes.ts';
import { checkHttps, checkRedirect, checkUrl } from './check-address.ts';
import { findCapabilities } from './check-capabilities.ts';
import { checkNetwork, describeRemoteFailure } from './check-network.ts';
import { createProber, type Probe, type Prober } from './check-probes.ts';
import { ConnectionReport } from './connection-report.ts';
import { compareResponses } from './check-responses.ts';

export type CheckOptions = {
  readonly resolve?: ResolveHost;
  readonly findProxies?: FindProxies;
  readonly timeouts?: Partial<RemoteTimeouts>;
  readonly now?: () => number;
  readonly signal?: AbortSignal;
};

/** A user waits for the result. */
export const checkTimeouts: RemoteTimeouts = { connectMs: 10_000, idleMs: 15_000, totalMs: 20_000, transferMs: 20_000 };

const maxClockOffsetMs = 5 * 60 * 1000;

/** Checks a connection step by step. Sends only GET requests, none of which changes anything. */
export async function checkConnection(
  settings: ConnectionSettings,
  apiKey: string,
  options: CheckOptions = {},
): Promise<ConnectionCheck> {
  const report = new ConnectionReport();
  report.findings = { ...report.findings, permissions: describePermissions(null, new Map()) };
  const { resolve = resolveWithSystem, findProxies = findNoProxy } = options;
  const timeouts = { ...checkTimeouts, ...options.timeouts };
  const network = { resolve, findProxies, timeoutMs: timeouts.connectMs };
  const base = checkUrl(settings, report);
  if (base && (await checkNetwork(base, settings, network, report))) {
    await checkService({ ...settings, base_url: formatBaseUrl(base) }, apiKey, { ...options, timeouts }, report);
    if (report.hasFailed('remote')) await checkHttps(base, network, report);
  }
  return report.finish();
}

type Probes = {
  readonly organization: Probe;
  readonly members: Probe;
  readonly usage: Probe;
  readonly invoices: Probe;
};

async function checkService(
  settings: ConnectionSettings,
  apiKey: string,
  options: CheckOptions,
  report: ConnectionReport,
): Promise<void> {
  const signal = options.signal ?? new AbortController().signal;
  const prober = openProber(settings, apiKey, { ...options, signal }, report);
  if (!prober) return;
  try {
    const probes = await sendProbes(prober, settings, report);
    if (!probes) return;
    checkClock(probes.organization, options.now?.() ?? Date.now(), report);
    if (!checkKey(probes, settings, report) || !checkOrganization(probes, settings, report)) return;
    const role = checkRole(probes, report);
    checkContract(probes, report);
    const permissions = describePermissions(role, toPermissions(probes));
    report.findings = { ...report.findings, role, permissions };
    const capabilities = await findCapabilities(prober, Object.values(probes));
    report.findings = { ...report.findings, capabilities: { ...capabilities } };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    report.fail('contract', error.message, 'The check could not be completed. Check the connection again.');
  } finally {
    prober.close();
  }
}

/** Reports an API key that cannot be sent. */
function openProber(...[settings, apiKey, options, report]: [...Parameters<typeof createProber>, ConnectionReport]) {
  try {
    return createProber(settings, apiKey, options);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    report.skip('remote', 'Nothing was sent.');
    report.fail('key', error.message, 'Copy the key again. It must not contain spaces or line breaks.');
    return null;
  }
}

/** Returns null if the remote does not serve the service specification, which is reported. */
async function sendProbes(
  { probe }: Prober,
  { base_url, org_id }: ConnectionSettings,
  report: ConnectionReport,
): Promise<Probes | null> {
  const path = formatOrganizationPath(org_id);
  const organization = await probe(path);
  const failure = describeRemoteFailure(organization);
  if (failure) report.fail('remote', failure.detail, failure.fix);
  checkRedirect(organization, { path, baseUrl: formatBaseUrl(new URL(base_url)) }, report);
  if (failure) return null;
  const [members, usage, invoices] = await Promise.all([
    probe(fillPath(v1Routes.listMembers.path, { org_id })),
    probe(v1Routes.getUsage.path),
    probe(v1Routes.listInvoices.path),
  ]);
  if ([organization, members, usage, invoices].every(({ status }) => status === 404)) {
    report.fail(
      'remote',
      'The remote has none of the operations at this path (HTTP 404).',
      'Check the path of the base URL. It often ends with a version, such as /v1.',
    );
    return null;
  }
  return { organization, members, usage, invoices };
}

/** Reports the remote as reached, with a warning if its clock differs. */
function checkClock({ headers }: Probe, now: number, report: ConnectionReport): void {
  const date = parseHttpDate(headers.date);
  const offset = date === null ? null : date - now;
  report.findings = { ...report.findings, clock_offset_ms: offset };
  if (offset === null || Math.abs(offset) <= maxClockOffsetMs) return report.pass('remote', 'The remote responded.');
  const minutes = Math.round(Math.abs(offset) / 60_000);
  report.warn(
    'remote',
    `The remote’s clock is ${formatMinutes(minutes)} ${offset > 0 ? 'ahead of' : 'behind'} the clock of this computer.`,
    'Set the date and time of this computer automatically. If they are right, contact the remote’s operator.',
  );
}

function formatMinutes(minutes: number): string {
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

function checkKey(probes: Probes, { key_header }: ConnectionSettings, report: ConnectionReport): boolean {
  const all: readonly Probe[] = Object.values(probes);
  // Some services return 401 even for a role without permission.
  const isRefused = all.every(({ error }) => error) && all.some(({ status }) => status === 401);
  if (!isRefused) {
    report.pass('key', 'The remote accepts the API key.');
    return true;
  }
  const other = key_header.toLowerCase() === bearerHeader.toLowerCase() ? 'X-API-Key' : bearerHeader;
  report.fail(
    'key',
    'The remote refuses the API key (HTTP 401).',
    `Check the key. It was sent in the header ${key_header}; the remote may expect another one, such as ${other}.`,
  );
  return false;
}

function checkOrganization(probes: Probes, { org_id }: ConnectionSettings, report: ConnectionReport): boolean {
  const { organization, members, usage, invoices } = probes;
  const id = getOrganizationId(organization.body);
  if (organization.error === null && !hasOrganization(organization.body)) {
    const detail = `The remote sent something other than the organization ${org_id}.`;
    report.fail('contract', detail, 'Check the base URL.');
    return false;
  }
  if (organization.error === null && (id === null || id === org_id)) {
    const name = getName(organization.body);
    report.findings = { ...report.findings, organization_name: name };
    report.pass('organization', `The API key can read ${name ? `“${name}”` : 'the organization'} (${org_id}).`);
    return true;
  }
  if (organization.error === null) {
    report.fail(
      'organization',
      `The remote returned another organization${formatId(id)}.`,
      'Check the organization ID.',
    );
    return false;
  }
  if (organization.status === 404) {
    report.fail('organization', `The remote has no organization ${org_id}.`, 'Check the organization ID.');
    return false;
  }
  // A key that can read the usage can read its organization.
  const isOther = organization.error.code === 'forbidden_organization' || [usage, invoices].some(({ error }) => !error);
  if (isOther && members.error) {
    report.fail(
      'organization',
      `The API key belongs to a different organization from ${org_id}.`,
      'Check the organization ID, or use an API key of this organization.',
    );
    return false;
  }
  report.warn(
    'organization',
    'The role of the API key is not allowed to read the organization, so its ID could not be checked.',
    `Make sure that ${org_id} is the right organization ID.`,
  );
  return true;
}

/** An ID that cannot be shown in a sentence is left out. */
function formatId(id: string | null): string {
  return id !== null && /^[\w.:-]{1,64}$/.test(id) ? `: ${id}` : '';
}

/** Returns the name of an organization as one that a workspace can have, or null. */
function getName(body: unknown): string | null {
  const name = typeof body === 'object' && body !== null && 'name' in body ? body.name : null;
  return workspaceNameSchema.safeParse(name).data ?? null;
}

function checkRole({ members, organization }: Probes, report: ConnectionReport): Role | null {
  const role = inferRole(members, organization);
  if (role) report.pass('role', `${roleNames[role]}, inferred from what the API key can read.`);
  else
    report.warn(
      'role',
      `The role could not be inferred: ${(members.error ?? organization.error)?.message ?? ''}`.trim(),
      'Check the connection again later.',
    );
  return role;
}

function isDenied({ status }: Probe): boolean {
  return status === 403 || status === 401;
}

/** Infers the role by the service specification, section 5: only an Admin can read the members, and a Viewer cannot read the organization. */
function inferRole(members: Probe, organization: Probe): Role | null {
  if (!members.error) return 'admin';
  if (!isDenied(members)) return null;
  if (!organization.error) return 'manager';
  return isDenied(organization) ? 'viewer' : null;
}

function checkContract(probes: Probes, report: ConnectionReport): void {
  const { isOrganizationReadable, differences } = compareResponses(probes);
  const [first, ...others] = differences;
  const count = Object.values(probes).filter(({ error }: Probe) => !error).length;
  if (first === undefined) {
    const found = count === 1 ? 'The response has' : `All ${count} responses have`;
    if (count === 0)
      report.skip('contract', 'The role of the API key is not allowed to read any of the checked responses.');
    else report.pass('contract', `${found} the specified fields.`);
    return;
  }
  const detail = others.length === 0 ? first : `${first} More differences: ${others.length}.`;
  if (!isOrganizationReadable) report.fail('contract', detail, 'Check the base URL. Another server may answer there.');
  else
    report.warn('contract', detail, 'Switchboard skips the data that it cannot read. Contact the remote’s operator.');
}

/** Whether the key may use the operations that were tried, by their route ID. */
function toPermissions(probes: Probes): ReadonlyMap<string, boolean> {
  const tried = [
    [v1Routes.getOrganization, probes.organization],
    [v1Routes.listMembers, probes.members],
    [v1Routes.getUsage, probes.usage],
    [v1Routes.listInvoices, probes.invoices],
  ] as const;
  return new Map(
    tried.flatMap(([{ id }, probe]) => (!probe.error || isDenied(probe) ? [[id, !probe.error] as const] : [])),
  );
}

/** Lists the operations of the service specification. Those that were not tried follow from the role. */
function describePermissions(role: Role | null, tried: ReadonlyMap<string, boolean>): ConnectionCheck['permissions'] {
  return Object.values<Route>(v1Routes)
    .filter(({ extension }) => !extension)
    .map((route) => ({
      operation: `${route.method.toUpperCase()} ${route.path}`,
      summary: route.summary,
      is_allowed: tried.get(route.id) ?? (role === null ? null : canUseRoute(route, role)),
      is_inferred: !tried.has(route.id),
    }));
}
