// Public: other features may import this file.
import type { Sender } from '../../outbox/outbox.ts';
import type { OutboxRow } from '../../outbox/outbox-queries.ts';
import { isMissing } from '../../remote/remote-client.ts';
import { followUpPayloadSchema } from './outbox-payloads.ts';
import { toRemoteMember } from './remote-authors.ts';
import { createWorkSender, findTarget, type WorkDependencies } from './work-target.ts';

const readPayload = ({ payload }: OutboxRow) => followUpPayloadSchema.parse(JSON.parse(payload));

/** Sends changes of follow-ups. The last change counts, so that a repeated one has no further effect. */
export function createFollowUpSender(dependencies: WorkDependencies): Sender {
  const { db, orgId, events } = dependencies;
  const publish = (item: OutboxRow) =>
    events.publish({ type: 'follow_ups.changed', call_id: readPayload(item).call_id }, orgId);
  return createWorkSender(dependencies, {
    publish,
    send: async (item, signal, client) => {
      const { call_id, follow_up, change } = readPayload(item);
      const target = findTarget(dependencies, call_id);
      if (!target) return () => {};
      const { author_id, ...fields } = change;
      const author = author_id === undefined ? {} : { author_id: toRemoteMember(db, author_id) };
      const path = `/calls/${encodeURIComponent(target.remoteId)}/follow-ups/${encodeURIComponent(follow_up)}`;
      const json = { ...fields, ...author };
      await client.request({ method: 'PATCH', path, json, signal }).catch((error: unknown) => {
        // A follow-up that only this workspace found stays here.
        if (!isMissing(error)) throw error;
      });
      return () => publish(item);
    },
  });
}
