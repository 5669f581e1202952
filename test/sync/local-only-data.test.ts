import { afterEach, beforeEach, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { startLinkedWorkspace, type LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startStrictRemote, type StrictRemote } from '../helpers/remote/strict-remote.ts';

/** Part of everything that must stay on this computer. */
const secret = 'heliotrope';

let remote: StrictRemote;
let linked: LinkedWorkspace;
beforeEach(async () => {
  remote = await startStrictRemote();
  linked = await startLinkedWorkspace({ ...remote, apiKey: remote.keys.admin });
});
afterEach(async () => {
  await linked.stop();
  await remote.close();
});

test('the review, notes, names and saved filters of calls are never sent to the remote', async () => {
  const before = {
    remote_agent_id: 'a1',
    recipient_number: '+15550100',
    metadata: { first_name: 'Ada' },
  };
  const { call_id } = await linked.app(appRoutes.placeRemoteCall, { json: before });
  await linked.sync();
  const params = { call_id };
  const { data } = await linked.v1(v1Routes.listAssignees, {});
  const review = { add_tags: [secret], review_state: 'reviewed' as const, assignee_id: data[0]?.user_id ?? '' };
  await linked.v1(v1Routes.updateCallReview, { params, json: review });
  await linked.v1(v1Routes.updateCallReviews, { json: { add_tags: [`${secret} 2`], calls: { ids: [call_id] } } });
  await linked.v1(v1Routes.createNote, { params, json: { at_seconds: 0, text: `A note about ${secret}` } });
  await linked.app(appRoutes.updateRecipientNameRule, { json: { rule: [[secret], ['first_name']] } });
  await linked.v1(v1Routes.saveItem, {
    json: {
      kind: 'call_view',
      name: secret,
      value: { filter: { tag: secret, text: secret }, sort: 'created', descending: true },
    },
  });
  await linked.app(appRoutes.listCallRecords, { query: { tag: secret, text: secret } });
  const later = { ...before, recipient_number: '+15550101' };
  await linked.app(appRoutes.placeRemoteCall, { json: later });
  await linked.waitForStatus(({ waiting }) => waiting === 0);
  await linked.sync();
  expect(remote.countRequests('placeCall')).toBe(2);
  const sent = remote.requests.map(({ path, headers, json }) => JSON.stringify([path, headers, json]));
  expect(sent.filter((text) => text.includes(secret) || text.includes(data[0]?.user_id ?? '?'))).toEqual([]);
  const [call] = (await linked.app(appRoutes.listCallRecords, { query: { tag: secret } })).data;
  expect(call).toMatchObject({ recipient_name: 'Ada', tags: [secret, `${secret} 2`] });
});
