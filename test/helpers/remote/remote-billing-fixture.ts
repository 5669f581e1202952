import { Billing } from '../../../electron/service/features/billing/billing.ts';
import { RemoteBilling } from '../../../electron/service/features/billing/remote/remote-billing.ts';
import { insertConnection } from '../../../electron/service/features/connection/connection-queries.ts';
import { insertOrganization } from '../../../electron/service/features/organizations/organization-queries.ts';
import { createRemoteClient } from '../../../electron/service/features/remote/create-remote-client.ts';
import type { Context } from '../../../electron/service/platform/context.ts';
import { EventHub } from '../../../electron/service/platform/events/event-hub.ts';
import { EventPublisher } from '../../../electron/service/platform/events/event-publisher.ts';
import { noCapabilities } from '../../../shared/workspaces/connection.ts';
import type { ServiceEvent } from '../../../shared/contract/events.ts';
import { startStrictRemote } from './strict-remote.ts';
import { createTemporaryFolder } from '../service/temporary-folder.ts';
import { openTestDatabase } from '../service/test-database.ts';

/** The mirror of a strict remote's billing, on a real database and with a manual clock. */
export async function createRemoteBillingFixture(startAt: string) {
  const folder = await createTemporaryFolder();
  const remote = await startStrictRemote();
  const orgId = 'org_1';
  let now = Date.parse(startAt);
  let ids = 0;
  const failures: object[] = [];
  const context = {
    now: () => now,
    newId: (prefix: string) => `${prefix}_${String(++ids).padStart(24, '0')}`,
    log: { error: (details: object) => failures.push(details) },
  } as unknown as Context; // the parts that billing uses
  const hub = new EventHub('run');
  const events: ServiceEvent[] = [];
  const waiting = new Set<() => void>();
  hub.subscribe(null, ({ event }) => {
    events.push(event);
    for (const check of waiting) check();
  });
  const settings = {
    base_url: remote.baseUrl,
    org_id: remote.orgId,
    key_header: 'Authorization',
    allow_http: false,
    certificate_sha256: null,
  };
  const db = openTestDatabase(folder.path);
  insertOrganization(db, { id: orgId, name: 'Harbour', industry: '', subscription_tier: '', createdAt: now });
  insertConnection(db, settings);
  const publisher = new EventPublisher(db, hub);
  const createClient = (apiKey: string) =>
    createRemoteClient({ settings, apiKey, capabilities: { ...noCapabilities, etag: true } });
  let client = createClient(remote.keys.admin);
  const link = { getClient: async () => client, remoteOrgId: remote.orgId };
  const billing = new Billing(db, { context, events: publisher, issuer: 'Issuer', workspaceDir: folder.path });
  const start = () => new RemoteBilling(db, { orgId, context, events: publisher, link, pdfFiles: billing.pdfFiles });
  let mirror = start();
  return {
    remote,
    db,
    orgId,
    dir: folder.path,
    billing,
    events,
    failures,
    get mirror() {
      return mirror;
    },
    setClock: (at: string) => (now = Date.parse(at)),
    useKey: (apiKey: string): void => {
      client.close();
      client = createClient(apiKey);
    },
    refresh: async (part: 'usage' | 'invoices'): Promise<string | null> => {
      const found = mirror.parts.find(({ name }) => name === part);
      if (!found) throw new Error(`There is no part ${part}.`);
      return (await found.refresh(new AbortController().signal))?.reason ?? null;
    },
    /** Resolves when `isDone` is true, which is checked after each event. */
    waitUntil: (isDone: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        const check = () => {
          if (!isDone()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    restart: async (): Promise<void> => {
      await mirror.close();
      mirror = start();
    },
    close: async (): Promise<void> => {
      await mirror.close();
      client.close();
      await billing.close();
      db.close();
      await remote.close();
      await folder.remove();
    },
  };
}

export type RemoteBillingFixture = Awaited<ReturnType<typeof createRemoteBillingFixture>>;
