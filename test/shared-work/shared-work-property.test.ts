import { expect, onTestFinished, test } from 'vitest';
import { createRandom, type Random } from '../../electron/service/platform/seeded-random.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { chooseRuns, chooseSeed } from '../helpers/processes/fuzz-runs.ts';
import type { LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startTeam, type Team } from './team.ts';

const rounds = chooseRuns({ perCommit: 5, long: 200 });
const seed = chooseSeed('shared-work');

/** Every text that a member wrote, and those that a member has read and then replaced or deleted. */
type Texts = { readonly written: Set<string>; readonly replaced: Set<string> };

test(
  `members end with the same work and lose no text, whatever is lost or interrupted (RUNS=${rounds} SEED=${seed})`,
  { timeout: 60_000 + rounds * 20_000 },
  async () => {
    const random = createRandom(String(seed));
    const team = await startTeam();
    onTestFinished(team.stop);
    const capabilities = { agent_list: true, idempotency: true };
    const members = [await team.link(capabilities), await team.link(capabilities)];
    if (random.chance(0.5)) members.push(await team.link(capabilities));
    const texts: Texts = { written: new Set(), replaced: new Set() };
    const placed: string[] = [];
    for (let round = 0; round < rounds; round++) {
      team.network.setLoss(() => (random.chance(0.3) ? random.pick(['request', 'response'] as const) : null));
      for (let step = Math.ceil(random.between(4, 16)); step > 0; step--) {
        const member = random.pick(members);
        if (random.chance(0.15)) team.network.setOnline(random.chance(0.5));
        else if (random.chance(0.1)) await member.restart();
        else if (random.chance(0.2)) await member.sync();
        else await change(team, member, random, texts);
      }
      if (random.chance(0.6)) placed.push(await placeCall(random.pick(members)));
      team.network.setLoss(() => null);
      team.network.setOnline(true);

      await team.settleAll(...members);
      const areEnded = async () => (await readCalls(team.remote)).every(({ ended_at }) => ended_at !== null);
      await expect.poll(areEnded, { timeout: 120_000, interval: 500 }).toBe(true);
      await team.settle(...members);
      const first = await readAll(team, team.remote);
      const calls = await readCalls(team.remote);
      for (const [index, member] of members.entries()) {
        expect(await readAll(team, member), `member ${index} in round ${round}`).toEqual(first);
        expect(await readCalls(member), `calls of member ${index} in round ${round}`).toEqual(calls);
        expect(await countPlaced(member), `insights of member ${index} in round ${round}`).toBe(calls.length);
      }
      const numbers = calls.flatMap(({ recipient_number, recipient_name }) =>
        recipient_name === 'Mei' ? recipient_number : [],
      );
      expect(numbers, `each call is placed once in round ${round}`).toEqual(placed.toSorted());
      const shown = new Set(
        first.notes.flatMap(({ text, also_written }) => [text, ...also_written.map((o) => o.text)]),
      );
      const lost = [...texts.written].filter((text) => !texts.replaced.has(text) && !shown.has(text));
      expect(lost, `texts lost in round ${round}`).toEqual([]);
    }
  },
);

/** Reads all work, without the fields that differ between workspaces. */
async function readAll(team: Team, linked: Pick<LinkedWorkspace, 'v1' | 'app'> | undefined) {
  if (!linked) throw new Error('There is no such member.');
  const { savedItems, scores, notes, ...work } = await team.read(linked);
  const toName = ({ author, ...rest }: (typeof notes)[number]) => ({ ...rest, author: author?.name ?? null });
  return {
    ...work,
    notes: notes.map(toName).map(({ also_written, ...note }) => ({
      ...note,
      also_written: also_written.map(({ version_id, text }) => ({ version_id, text })),
    })),
    scores: scores.map(({ criterion_id, answer }) => ({ criterion_id, answer })),
    savedItems: savedItems.map(({ kind, name, value }) => ({ kind, name, value })),
  };
}

/** Reads all calls, without the fields that differ between workspaces, in the order of their numbers. */
async function readCalls({ app }: Pick<LinkedWorkspace, 'app'>) {
  const { data } = await app(appRoutes.listCallRecords, { query: { sort: 'recipient', descending: 'false' } });
  return data.map(
    ({ recipient_number, recipient_name, status, reason, duration_seconds, disposition, answered_at, ended_at }) => ({
      recipient_number,
      recipient_name,
      status,
      reason,
      duration_seconds,
      disposition,
      answered_at,
      ended_at,
    }),
  );
}

async function countPlaced({ v1 }: LinkedWorkspace): Promise<number> {
  const [from = '', to = ''] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  return (await v1(v1Routes.getCallInsights, { query: { from, to } })).totals.placed;
}

let count = 0;

/** Places a call to a new number. Returns the number. */
async function placeCall({ app, v1 }: LinkedWorkspace): Promise<string> {
  const agents = (await app(appRoutes.listAgentRecords, {})).data;
  const agent_id = agents.find(({ status }) => status === 'active')?.agent_id ?? '';
  const recipient_number = `+49301${String(100_000 + ++count)}`;
  await v1(v1Routes.placeCall, { json: { agent_id, recipient_number, metadata: { first_name: 'Mei' } } });
  return recipient_number;
}

/** Makes one random change in a workspace. */
async function change(team: Team, linked: LinkedWorkspace, random: Random, texts: Texts): Promise<void> {
  const { v1 } = linked;
  const call_id = await team.findCallId(linked);
  const { notes, criteria, savedItems } = await team.read(linked);
  const note = notes.length > 0 ? random.pick(notes) : undefined;
  const text = `Text ${++count}`;
  const name = random.pick(['Today', 'Long', 'VIPs']);
  const criterion = criteria.length > 0 ? random.pick(criteria) : undefined;
  switch (
    random.pick([
      ...(['note', 'edit', 'edit', 'join', 'delete', 'tag', 'assign', 'score'] as const),
      ...(['criterion', 'uncriterion', 'view', 'rename', 'unsave'] as const),
    ])
  ) {
    case 'note':
      await v1(v1Routes.createNote, { params: { call_id }, json: { at_seconds: count % 60, text } });
      texts.written.add(text);
      return;
    case 'edit':
      if (!note) return;
      await v1(v1Routes.updateNote, { params: { call_id, note_id: note.note_id }, json: { text } });
      texts.written.add(text);
      texts.replaced.add(note.text);
      return;
    case 'join': {
      if (!note) return;
      const all = [note, ...note.also_written];
      const json = { text, replaces: all.map(({ version_id }) => version_id) };
      await v1(v1Routes.updateNote, { params: { call_id, note_id: note.note_id }, json });
      texts.written.add(text);
      for (const one of all) texts.replaced.add(one.text);
      return;
    }
    case 'delete':
      if (!note || random.chance(0.5)) return;
      await v1(v1Routes.deleteNote, { params: { call_id, note_id: note.note_id } });
      for (const one of [note, ...note.also_written]) texts.replaced.add(one.text);
      return;
    case 'tag': {
      const tag = random.pick(['VIP', 'Late', 'Angry']);
      const json = random.chance(0.5) ? { add_tags: [tag] } : { remove_tags: [tag], review_state: 'reviewed' as const };
      await v1(v1Routes.updateCallReview, { params: { call_id }, json });
      return;
    }
    case 'assign': {
      const assignee_id = random.chance(0.3) ? null : await team.findMemberId(linked);
      const json = { assignee_id, review_state: random.pick(['reviewed', 'not_reviewed'] as const) };
      await v1(v1Routes.updateCallReview, { params: { call_id }, json });
      return;
    }
    case 'uncriterion':
      if (!criterion || random.chance(0.5)) return;
      await v1(v1Routes.deleteCriterion, { params: { criterion_id: criterion.criterion_id } });
      return;
    case 'rename': {
      const item = savedItems.find((one) => one.name === name);
      const params = { saved_id: item?.saved_id ?? '' };
      if (item) await v1(v1Routes.renameSavedItem, { params, json: { name: `${name} ${count}` } });
      return;
    }
    case 'score': {
      if (!criterion) return;
      const answer = random.pick(['yes', 'no', null] as const);
      await v1(v1Routes.scoreCriterion, {
        params: { call_id, criterion_id: criterion.criterion_id },
        json: { answer },
      });
      return;
    }
    case 'criterion': {
      const json = { name: text, description: '', weight: 1, rule: null };
      if (!criterion || criteria.length < 3) await v1(v1Routes.createCriterion, { json });
      else
        await v1(v1Routes.updateCriterion, {
          params: { criterion_id: criterion.criterion_id },
          json: random.pick([{ weight: (count % 5) + 1 }, { position: 0 }]),
        });
      return;
    }
    case 'view': {
      const value = { filter: { tag: text }, sort: 'created', descending: true } as const;
      await v1(v1Routes.saveItem, { json: { kind: 'call_view', name, value } });
      return;
    }
    case 'unsave': {
      const item = savedItems.find((one) => one.name === name);
      if (item) await v1(v1Routes.deleteSavedItem, { params: { saved_id: item.saved_id } });
    }
  }
}
