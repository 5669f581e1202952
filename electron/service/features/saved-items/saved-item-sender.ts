// Public: other features may import this file.
import * as z from 'zod';
import { renamedKinds, type SavedItem } from '../../../../shared/organization/saved-items.ts';
import { createWorkSender, type WorkDependencies } from '../calls/remote/work-target.ts';
import type { Sender } from '../outbox/outbox.ts';
import { isSharedItem, queueWork, type WorkRequest } from '../outbox/queue-work.ts';
import { isMissing, RemoteError } from '../remote/remote-client.ts';
import { deleteRemoteItem, findRemoteItem, storeRemoteItem } from '../remote/remote-item-queries.ts';
import { isRemoteId } from '../remote/remote-values.ts';
import { savedItemPayloadSchema, type SavedItemPayload } from './outbox-payload.ts';
import { toRemoteItem } from './remote-saved-item.ts';
import { findSavedItemById } from './saved-item-queries.ts';

const answerSchema = z.object({ saved_id: z.string().refine(isRemoteId) });

/** Queues a change of an item that members share, in the open transaction. */
export function queueSavedItem(ctx: WorkRequest, { kind, name, saved_id }: SavedItem, payload: SavedItemPayload): void {
  if (!renamedKinds.includes(kind)) return;
  if (payload.request === 'save' || isSharedItem(ctx, 'saved_item', saved_id))
    queueWork(ctx, { kind: 'change_saved_item', subjectId: saved_id, label: name, payload });
}

/** Sends changes of saved items. Items of the same kind and name are the same on both sides. */
export function createSavedItemSender(dependencies: WorkDependencies): Sender {
  const { db, orgId, events } = dependencies;
  const publish = () => events.publish({ type: 'saved_items.changed' }, orgId);
  return createWorkSender(dependencies, {
    publish,
    send: async ({ payload, subject_id }, signal, client) => {
      const change = savedItemPayloadSchema.parse(JSON.parse(payload));
      const list = '/saved-items';
      const remoteId = findRemoteItem(db, 'saved_item', subject_id)?.remote_id ?? subject_id;
      const path = `${list}/${encodeURIComponent(remoteId)}`;
      const save = async (item: SavedItem) => {
        const json = { ...toRemoteItem(db, item), saved_id: remoteId };
        const { body } = await client.request({ method: 'POST', path: list, json, signal });
        const answer = answerSchema.safeParse(body);
        if (!answer.success)
          throw new RemoteError('invalid', 'The remote sent no ID of the saved item.', { wasSent: true });
        return answer.data.saved_id;
      };
      let savedId: string | null = remoteId;
      if (change.request === 'save') savedId = await save(change.item);
      else if (change.request === 'rename')
        try {
          await client.request({ method: 'PATCH', path, json: change.json, signal });
        } catch (error) {
          // Another member deleted it: the later change is kept.
          const item = isMissing(error) ? findSavedItemById(db, orgId, subject_id) : undefined;
          if (!item) throw error;
          savedId = await save({ ...item, name: change.json.name });
        }
      else {
        await client.request({ method: 'DELETE', path, signal }).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
        savedId = null;
      }
      return () => {
        if (savedId === null) deleteRemoteItem(db, 'saved_item', subject_id);
        else storeRemoteItem(db, { kind: 'saved_item', local_id: subject_id, remote_id: savedId });
        publish();
      };
    },
  });
}
