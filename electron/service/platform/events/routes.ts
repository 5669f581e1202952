import { canReceiveEvent } from '../../../../shared/events.ts';
import type { Route } from '../../../../shared/route.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import type { EventHub } from './event-hub.ts';
import { createEventStream } from './event-stream.ts';

/** Serves the hub as one tree's events; what belongs to the program rather than to an organization stays in `/app`. */
export function addEventRoutes(
  tree: RouteTree,
  route: Route & { readonly response: 'events' },
  hub: EventHub,
  closing: AbortSignal,
): void {
  bindRoute(tree, route, ({ request, principal }) => {
    const headers = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' };
    // Nobody would ever read, or cancel, the stream of a HEAD.
    if (request.method === 'HEAD') return new Response(null, { headers });
    const body = createEventStream(hub, {
      lastId: request.headers.get('Last-Event-ID'),
      isVisible: ({ event, orgId }) =>
        event.type === 'reset' ||
        (canReceiveEvent(event, principal.role) && (tree.name === 'app' || orgId === principal.orgId)),
      // What a key was refused or rotated for must not go on listening.
      shouldClose: ({ event }) => event.type === 'api_key.changed' && event.key_id === principal.keyId,
      signal: AbortSignal.any([request.signal, closing]),
    });
    return new Response(body, { headers });
  });
}
