import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  flushDrafts,
  resetDraftAutosaves,
  openDraftAutosave,
} from '../../../../renderer/agents/request-form/draft-autosave.ts';
import { emptyRequestDraft, type SavedDraft } from '../../../../renderer/agents/request-form/request-draft.ts';

type Sent = { readonly method: string; readonly objective: string | undefined; readonly answer: (ok: boolean) => void };

let sent: Sent[] = [];

const draftOf = (objective: string, saved_at = '2026-03-01T10:00:00.000Z'): SavedDraft => ({
  saved_id: 'sav_1',
  kind: 'request_draft',
  name: 'key',
  value: { ...emptyRequestDraft, objective, saved_at },
});

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', (_url: string, { method = '', body }: { method?: string; body?: string }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const item = body === undefined ? undefined : (JSON.parse(body) as SavedDraft); // what saveDraft sends
    const answer = (ok: boolean) =>
      ok ? resolve(Response.json({ ...item, saved_id: 'sav_1' })) : reject(new TypeError('unreachable'));
    sent.push({ method, objective: item?.value.objective, answer });
    return promise;
  });
});
afterEach(() => {
  resetDraftAutosaves();
  vi.unstubAllGlobals();
});

const untilSent = (count: number) => expect.poll(() => sent.length, { interval: 1 }).toBe(count);

it('goes on with what was typed last where the list of drafts is older', async () => {
  const first = openDraftAutosave('key', draftOf('Remind'));
  first.change({ ...emptyRequestDraft, objective: 'Remind skippers' });
  void first.flush();
  await untilSent(1);
  const again = openDraftAutosave('key', draftOf('Remind'));
  expect(again.getDraft()?.objective).toBe('Remind skippers');
  again.change({ ...emptyRequestDraft, objective: 'Remind skippers of their berth' });
  const done = again.flush();
  expect(sent, 'the newer one waits for the older one').toHaveLength(1);
  sent[0]?.answer(true);
  await untilSent(2);
  sent[1]?.answer(true);
  await done;
  expect(sent.map(({ objective }) => objective)).toEqual(['Remind skippers', 'Remind skippers of their berth']);
});

it('goes on with what was saved elsewhere since', () => {
  openDraftAutosave('key', draftOf('Remind'));
  const again = openDraftAutosave('key', draftOf('Remind nobody', '2026-03-01T11:00:00.000Z'));
  expect(again.getDraft()?.objective).toBe('Remind nobody');
});

it('keeps what is typed after it could not be discarded', async () => {
  const keeper = openDraftAutosave('key', draftOf('Remind'));
  const discarded = keeper.discard();
  await untilSent(1);
  sent[0]?.answer(false);
  await expect(discarded).rejects.toThrow(TypeError);
  keeper.change({ ...emptyRequestDraft, objective: 'Remind skippers' });
  void keeper.flush();
  await untilSent(2);
  expect(sent[1]).toMatchObject({ method: 'POST', objective: 'Remind skippers' });
});

it('sends nothing of one workspace to another', async () => {
  const keeper = openDraftAutosave('key', undefined);
  keeper.change({ ...emptyRequestDraft, objective: 'Remind skippers' });
  const flushed = flushDrafts();
  await untilSent(1);
  sent[0]?.answer(false);
  await flushed;
  resetDraftAutosaves();
  await keeper.flush();
  expect(sent).toHaveLength(1);
  expect(openDraftAutosave('key', undefined).getDraft()).toBeNull();
});
