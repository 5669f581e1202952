import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  flushDrafts,
  resetDraftAutosaves,
  openDraftAutosave,
} from '../../../../../renderer/features/agent-requests/request-form/draft-autosave.ts';
import {
  emptyRequestDraft,
  type SavedDraft,
} from '../../../../../renderer/features/agent-requests/request-form/request-draft.ts';

type SentRequest = {
  readonly method: string;
  readonly objective: string | undefined;
  readonly respond: (ok: boolean) => void;
};

let sent: SentRequest[] = [];

const createDraft = (objective: string, saved_at = '2026-03-01T10:00:00.000Z'): SavedDraft => ({
  saved_id: 'sav_1',
  kind: 'request_draft',
  name: 'key',
  value: { ...emptyRequestDraft, objective, saved_at },
});

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', (_url: string, { method = '', body }: { method?: string; body?: string }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const item = body === undefined ? undefined : (JSON.parse(body) as SavedDraft); // the body that saveDraft sends
    const respond = (ok: boolean) =>
      ok ? resolve(Response.json({ ...item, saved_id: 'sav_1' })) : reject(new TypeError('unreachable'));
    sent.push({ method, objective: item?.value.objective, respond });
    return promise;
  });
});
afterEach(() => {
  resetDraftAutosaves();
  vi.unstubAllGlobals();
});

const untilSent = (count: number) => expect.poll(() => sent.length, { interval: 1 }).toBe(count);

it('continues with the latest text if the list of drafts is older', async () => {
  const first = openDraftAutosave('key', createDraft('Remind'));
  first.change({ ...emptyRequestDraft, objective: 'Remind skippers' });
  void first.flush();
  await untilSent(1);
  const again = openDraftAutosave('key', createDraft('Remind'));
  expect(again.getDraft()?.objective).toBe('Remind skippers');
  again.change({ ...emptyRequestDraft, objective: 'Remind skippers of their berth' });
  const done = again.flush();
  expect(sent, 'the newer save waits for the older one').toHaveLength(1);
  sent[0]?.respond(true);
  await untilSent(2);
  sent[1]?.respond(true);
  await done;
  expect(sent.map(({ objective }) => objective)).toEqual(['Remind skippers', 'Remind skippers of their berth']);
});

it('continues with a newer draft that was saved elsewhere', () => {
  openDraftAutosave('key', createDraft('Remind'));
  const again = openDraftAutosave('key', createDraft('Remind no one', '2026-03-01T11:00:00.000Z'));
  expect(again.getDraft()?.objective).toBe('Remind no one');
});

it('continues to save changes after discarding the draft has failed', async () => {
  const autosave = openDraftAutosave('key', createDraft('Remind'));
  const discarded = autosave.discard();
  await untilSent(1);
  sent[0]?.respond(false);
  await expect(discarded).rejects.toThrow(TypeError);
  autosave.change({ ...emptyRequestDraft, objective: 'Remind skippers' });
  void autosave.flush();
  await untilSent(2);
  expect(sent[1]).toMatchObject({ method: 'POST', objective: 'Remind skippers' });
});

it('does not save drafts of one workspace to another', async () => {
  const autosave = openDraftAutosave('key', undefined);
  autosave.change({ ...emptyRequestDraft, objective: 'Remind skippers' });
  const flushed = flushDrafts();
  await untilSent(1);
  sent[0]?.respond(false);
  await flushed;
  resetDraftAutosaves();
  await autosave.flush();
  expect(sent).toHaveLength(1);
  expect(openDraftAutosave('key', undefined).getDraft()).toBeNull();
});
