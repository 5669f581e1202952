import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import type { ServiceEvent } from '../../../../shared/contract/events.ts';
import { canUseRoute, findWindowRole, type Route } from '../../../../shared/contract/route.ts';
import { windowKeyId, type Principal } from '../http/principal.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import type { EventHub, PublishedEvent } from './event-hub.ts';

/** Serves the events of one route tree. Events of the application, which belong to no organization, are sent in `/app` only. */
export function addEventRoutes(
  tree: RouteTree,
  route: Route & { readonly response: 'events' },
  hub: EventHub,
  signals: {
    readonly closing: AbortSignal;
    /** Aborted when the window must not receive events any more. */
    readonly getWindowClosing: () => AbortSignal;
    /** Returns who uses the window now: a stream of the window outlives changes of its role and of the workspace. */
    readonly getWindowUser: () => Reader;
  },
): void {
  bindRoute(tree, route, (ctx) => {
    const { request, principal } = ctx;
    const headers = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' };
    // A HEAD response must not have a stream, which would be neither read nor canceled.
    if (request.method === 'HEAD') return new Response(null, { headers });
    const isWindow = principal.keyId === windowKeyId;
    const body = createEventStream(hub, {
      lastId: request.headers.get('Last-Event-ID'),
      isVisible: ({ event, orgId }) =>
        event.type === 'reset' ||
        ((tree.name === 'app' || orgId === principal.orgId) &&
          canReceiveEvent(event, isWindow ? signals.getWindowUser : () => principal)),
      // A stream must not outlive the secret that opened it.
      shouldClose: ({ event }) => event.type === 'api_key.changed' && event.key_id === principal.keyId,
      // The window keeps its stream, because it follows every change of workspace.
      signal: AbortSignal.any([
        request.signal,
        signals.closing,
        ...(isWindow ? [signals.getWindowClosing()] : []),
        ...(tree.name === 'v1' ? [ctx.events.closed] : []),
      ]),
    });
    return new Response(body, { headers });
  });
}

const keepAliveMs = 15_000;

/** A stream with more unread chunks is closed; its client reconnects with Last-Event-ID. */
const maxQueuedChunks = 2_000;

const eventIdPattern = /^[\w-]{1,128}$/;

const encoder = new TextEncoder();

/** Streams the hub's events as server-sent events (WHATWG HTML, section 9.2), until `signal` aborts or the reader cancels. */
function createEventStream(
  hub: EventHub,
  options: {
    readonly lastId: string | null;
    readonly isVisible: (published: PublishedEvent) => boolean;
    /** Called with every new event; true closes the stream. Replayed events are older than the authentication of the stream. */
    readonly shouldClose?: (published: PublishedEvent) => boolean;
    readonly signal: AbortSignal;
  },
): ReadableStream<Uint8Array> {
  let stop: (() => void) | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => {
          if ((controller.desiredSize ?? 0) < -maxQueuedChunks) end();
          else controller.enqueue(encoder.encode(text));
        };
        const end = () => {
          stop?.();
          controller.close();
        };
        const keepAlive = setInterval(() => send(': keep-alive\n\n'), keepAliveMs);
        keepAlive.unref();
        options.signal.addEventListener('abort', end, { once: true });
        stop = () => {
          clearInterval(keepAlive);
          unsubscribe();
          options.signal.removeEventListener('abort', end);
        };
        // A resumed stream begins with the ID of its client: after an interruption, the events that it did not send are not lost.
        const firstId = options.lastId ?? hub.lastId;
        send(`retry: 1000\n${eventIdPattern.test(firstId) ? `id: ${firstId}\n` : ''}\n`);
        let isReplay = true;
        const unsubscribe = hub.subscribe(options.lastId, (published) => {
          if (!isReplay && options.shouldClose?.(published)) end();
          else if (options.isVisible(published)) send(formatServerSentEvent(published));
        });
        isReplay = false;
      },
      cancel: () => stop?.(),
    },
    { highWaterMark: 16 },
  );
}

function formatServerSentEvent({ id, event }: PublishedEvent): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** The route that reads the subject of an event, for subjects that some roles cannot read. */
const eventReadRoutes: Partial<Record<ServiceEvent['type'], Route>> = {
  'agent_request.changed': v1Routes.getAgentRequest,
  'backup.progress': appRoutes.listBackups,
  'outbox_item.undecided': appRoutes.sendOutboxItem,
  'usage_notice.raised': v1Routes.listInvoices,
};

type Reader = Pick<Principal, 'role' | 'highestRole'>;

/** Returns whether a reader can receive an event of its workspace. An event must not reveal ids that its role cannot read. */
export function canReceiveEvent({ type }: ServiceEvent, getReader: () => Reader): boolean {
  const subject = eventReadRoutes[type];
  if (subject === undefined) return true;
  const { role, highestRole = 'admin' } = getReader();
  return canUseRoute(subject, findWindowRole(subject, role, highestRole));
}
