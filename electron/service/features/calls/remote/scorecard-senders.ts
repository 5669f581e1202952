// Public: other features may import this file.
import type { Sender } from '../../outbox/outbox.ts';
import type { OutboxRow } from '../../outbox/outbox-queries.ts';
import { isMissing, RemoteError } from '../../remote/remote-client.ts';
import { storeRemoteItem } from '../../remote/remote-item-queries.ts';
import { criterionPayloadSchema, scorePayloadSchema } from './outbox-payloads.ts';
import { toRemoteMember } from './remote-authors.ts';
import { createWorkSender, findTarget, type WorkDependencies } from './work-target.ts';

const readScore = ({ payload }: OutboxRow) => scorePayloadSchema.parse(JSON.parse(payload));

/** Sends the decision of a reviewer. The last one about a criterion counts, so that a repeated one has no further effect. */
export function createScoreSender(dependencies: WorkDependencies): Sender {
  const { db, orgId, events } = dependencies;
  const publish = (item: OutboxRow) =>
    events.publish({ type: 'scorecard.changed', call_id: readScore(item).call_id }, orgId);
  return createWorkSender(dependencies, {
    publish,
    send: async (item, signal, client) => {
      const { call_id, criterion_id, answer, reviewer_id } = readScore(item);
      const target = findTarget(dependencies, call_id);
      if (!target) return () => {};
      const path = `/calls/${encodeURIComponent(target.remoteId)}/scorecard/${encodeURIComponent(criterion_id)}`;
      const reviewer = reviewer_id === null ? {} : { reviewer_id: toRemoteMember(db, reviewer_id) };
      await client.request({ method: 'PATCH', path, json: { answer, ...reviewer }, signal });
      return () => publish(item);
    },
  });
}

/** Sends changes of criteria. A criterion has the same ID everywhere. */
export function createCriterionSender(dependencies: WorkDependencies): Sender {
  const { db, orgId, events } = dependencies;
  const publish = () => events.publish({ type: 'scorecard_criteria.changed' }, orgId);
  return createWorkSender(dependencies, {
    publish,
    send: async ({ payload, subject_id }, signal, client) => {
      const change = criterionPayloadSchema.parse(JSON.parse(payload));
      const list = '/scorecard-criteria';
      const path = `${list}/${encodeURIComponent(subject_id)}`;
      if (change.request === 'create')
        await client.request({
          method: 'POST',
          path: list,
          json: { ...change.json, criterion_id: subject_id },
          signal,
        });
      else if (change.request === 'update') await client.request({ method: 'PATCH', path, json: change.json, signal });
      else
        await client.request({ method: 'DELETE', path, signal }).catch((error: unknown) => {
          const isDeleted = error instanceof RemoteError && error.code === 'criterion_deleted';
          if (!isDeleted && !isMissing(error)) throw error;
        });
      return () => {
        storeRemoteItem(db, { kind: 'criterion', local_id: subject_id, remote_id: subject_id });
        publish();
      };
    },
  });
}
