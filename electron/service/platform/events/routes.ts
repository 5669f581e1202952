import type { Route } from '../../../../shared/contract/route.ts';
import { windowKeyId } from '../http/principal.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { canReceiveEvent } from './can-receive-event.ts';
import type { EventHub } from './event-hub.ts';
import { createEventStream } from './event-stream.ts';

/** Serves the events of one route tree. Events of the application, which belong to no organization, are sent in `/app` only. */
export function addEventRoutes(
  tree: RouteTree,
  route: Route & { readonly response: 'events' },
  hub: EventHub,
  signals: {
    readonly closing: AbortSignal;
    /** Aborted when the window must not receive events any more. */
    readonly getWindowClosing: () => AbortSignal;
  },
): void {
  bindRoute(tree, route, (ctx) => {
    const { request, principal } = ctx;
    const headers = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' };
    // A HEAD response must not have a stream, which would be neither read nor canceled.
    if (request.method === 'HEAD') return new Response(null, { headers });
    const body = createEventStream(hub, {
      lastId: request.headers.get('Last-Event-ID'),
      isVisible: ({ event, orgId }) =>
        event.type === 'reset' ||
        (canReceiveEvent(event, principal.role) && (tree.name === 'app' || orgId === principal.orgId)),
      // A stream must not outlive the secret that opened it.
      shouldClose: ({ event }) => event.type === 'api_key.changed' && event.key_id === principal.keyId,
      // The window keeps its stream, because it follows every change of workspace.
      signal: AbortSignal.any([
        request.signal,
        signals.closing,
        ...(principal.keyId === windowKeyId ? [signals.getWindowClosing()] : []),
        ...(tree.name === 'v1' ? [ctx.events.closed] : []),
      ]),
    });
    return new Response(body, { headers });
  });
}
