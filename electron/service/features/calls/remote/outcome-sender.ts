// Public: other features may import this file.
import type { Sender } from '../../outbox/outbox.ts';
import { listOpenItemsOfKind, type OutboxRow } from '../../outbox/outbox-queries.ts';
import { createNotYetError } from '../../outbox/outbox.ts';
import { revertCorrection } from '../outcome/revert-correction.ts';
import { correctionPayloadSchema } from './outbox-payloads.ts';
import { toRemoteMember } from './remote-authors.ts';
import { createWorkSender, findTarget, type WorkDependencies } from './work-target.ts';

const readPayload = ({ payload }: OutboxRow) => correctionPayloadSchema.parse(JSON.parse(payload));

/** Sends corrections of the outcome and of captured fields. The remote recognizes a correction that it has received before. */
export function createCorrectionSender(dependencies: WorkDependencies): Sender {
  const { db, orgId, events } = dependencies;
  const publish = (item: OutboxRow) =>
    events.publish({ type: 'call_outcome.changed', call_id: readPayload(item).call_id }, orgId);
  return createWorkSender(dependencies, {
    publish,
    onCancel: (item) => {
      const { call_id, correction } = readPayload(item);
      revertCorrection(db, orgId, call_id, correction.correction_id, dependencies.context.now());
    },
    send: async (item, signal, client) => {
      const { call_id, correction } = readPayload(item);
      const target = findTarget(dependencies, call_id);
      if (!target) return () => {};
      const isEarlier = ({ id, subject_id }: OutboxRow) => id < item.id && subject_id === item.subject_id;
      if (listOpenItemsOfKind(db, 'correct_outcome').some(isEarlier)) throw createNotYetError(undefined);
      const { author_id, ...change } = correction;
      const author = author_id === undefined ? {} : { author_id: toRemoteMember(db, author_id) };
      const path = `/calls/${encodeURIComponent(target.remoteId)}/outcome`;
      await client.request({ method: 'PATCH', path, json: { ...change, ...author }, signal });
      return () => publish(item);
    },
  });
}
