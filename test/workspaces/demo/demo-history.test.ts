import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { countBillableMinutes, findCycleStart } from '../../../electron/service/features/billing/billing-cycle.ts';
import { demoPlan, demoDocuments } from '../../../electron/service/workspaces/demo/demo-organization.ts';
import { chooseAnchorDay } from '../../../electron/service/workspaces/demo/demo-time.ts';
import { dispositions } from '../../../shared/calls/dispositions.ts';
import { demoCalls } from '../../../electron/service/workspaces/demo/demo-calls.ts';
import { readIndexedDocument } from '../../../electron/service/workspaces/demo/seed-documents.ts';
import { readDemoConversations } from '../../../electron/service/workspaces/demo/history/demo-conversations.ts';
import {
  planDemoHistory,
  type HistoryCall,
} from '../../../electron/service/workspaces/demo/history/plan-demo-history.ts';
import { dayMs } from '../../../shared/text/duration.ts';
import { formatConversations, makeDemoConversations } from '../../fixtures/make-demo-conversations.ts';
import { chooseFuzzRuns } from '../../helpers/processes/fuzz-runs.ts';

const now = Date.parse('2026-11-21T19:00:00Z');
const options = { now, anchorDay: 3, until: now - dayMs };
const shippedPath = fileURLToPath(
  new URL('../../../electron/service/workspaces/demo/conversations/conversations.json', import.meta.url),
);

let calls: readonly HistoryCall[];
let completed: readonly Extract<HistoryCall, { readonly status: 'completed' }>[];

beforeAll(() => {
  calls = planDemoHistory(options);
  completed = calls.filter((call) => call.status === 'completed');
});

test('the shipped conversations use known outcomes and passages, in at most 1.5 MB', () => {
  expect(statSync(shippedPath).size).toBeLessThanOrEqual(1_500_000);
  const chunkCounts = new Map<string, number>(
    demoDocuments.map(({ file }) => [file, readIndexedDocument(file).chunks.length]),
  );
  for (const { disposition, turns } of readDemoConversations()) {
    expect(Object.values<string>(dispositions)).toContain(disposition);
    for (const { text, speaker, citations } of turns) {
      expect(text.trim()).not.toBe('');
      if (citations.length > 0) expect(speaker).toBe('agent');
      for (const { file, chunkPosition } of citations) expect(chunkPosition).toBeLessThan(chunkCounts.get(file) ?? 0);
    }
  }
});

test('the shipped conversations can be made again: run make-demo-conversations.ts if they differ', async () => {
  const shipped = readDemoConversations();
  const count = chooseFuzzRuns({ perCommit: 8, long: shipped.length });
  const positions = Array.from({ length: count }, (_, index) => Math.floor(((index + 1) * shipped.length) / count) - 1);
  expect(await makeDemoConversations(positions)).toEqual(positions.map((position) => shipped[position]));
  expect(readFileSync(shippedPath, 'utf8')).toBe(formatConversations(shipped));
}, 600_000);

describe('the calls without a recording', () => {
  test('are the same each time, and others at another time', () => {
    expect(planDemoHistory(options)).toEqual(calls);
    const later = planDemoHistory({ ...options, now: now + 180 * dayMs, until: options.until + 180 * dayMs });
    expect(later.length).toBeGreaterThan(2_000);
    expect(later.at(-1)?.endedAt).toBeGreaterThan(options.until + 176 * dayMs);
  });

  test.each(['2026-11-25', '2027-01-04', '2027-03-01', '2027-05-31', '2027-08-16', '2028-02-29'])(
    'exceed the included minutes in one cycle only, on %s',
    (date) => {
      const at = Date.parse(`${date}T15:00:00Z`);
      const anchorDay = chooseAnchorDay(at);
      const starts = [findCycleStart(at, anchorDay)];
      while (starts.length < 4) starts.push(findCycleStart((starts.at(-1) ?? 0) - 1, anchorDay));
      const minutes = starts.map(() => 0);
      for (const call of planDemoHistory({ now: at, anchorDay, until: at - dayMs })) {
        const cycle = starts.findIndex((start) => call.placedAt >= start);
        if (call.status === 'completed' && cycle >= 0)
          minutes[cycle] = (minutes[cycle] ?? 0) + countBillableMinutes(call.durationSeconds);
      }
      expect(minutes.map((used) => used > demoPlan.minutesIncluded)).toEqual([false, false, true, false]);
      // The calls with a recording are added to the current and the previous cycle.
      expect(Math.max(...minutes.slice(0, 2))).toBeLessThan(demoPlan.minutesIncluded - 500);
      expect(minutes[2]).toBeGreaterThan(demoPlan.minutesIncluded + 50);
    },
  );

  test('have ended by then, in order, after their answer', () => {
    expect(calls.map(({ placedAt }) => placedAt)).toEqual(
      calls.map(({ placedAt }) => placedAt).toSorted((a, b) => a - b),
    );
    for (const { placedAt, answeredAt, endedAt } of calls) {
      expect(endedAt).toBeLessThanOrEqual(options.until);
      expect(endedAt).toBeGreaterThan(answeredAt ?? placedAt);
    }
    expect(calls.at(-1)?.endedAt).toBeGreaterThan(options.until - dayMs);
  });

  test('call fictional numbers, each with one name, which no call with a recording uses', () => {
    const names = new Map<string, unknown>();
    const recorded = new Set(demoCalls.map(({ number }) => number));
    for (const { number, metadata } of calls) {
      const name = `${String(metadata['first_name'])} ${String(metadata['last_name'])}`;
      expect(number).toMatch(/^\+1\d{3}55501\d\d$/);
      expect(recorded.has(number)).toBe(false);
      expect(names.get(number) ?? name).toBe(name);
      names.set(number, name);
    }
    expect(calls.length / names.size, 'some are called several times').toBeGreaterThan(1.3);
    expect(new Set(names.values()).size).toBeGreaterThan(1_000);
    const scripts = [...names.values()].filter((name) => !/^[\p{Script=Latin} ’]+$/u.test(String(name)));
    expect(scripts.length).toBeGreaterThanOrEqual(8);
  });

  test('never call a number again that is not to be called', () => {
    for (const { number, placedAt } of completed.filter(({ disposition }) => disposition === 'Do not call again'))
      expect(calls.filter((call) => call.number === number && call.placedAt > placedAt)).toEqual([]);
  });

  test('have every outcome, answers and talk times in a believable range', () => {
    expect(new Set(completed.map(({ disposition }) => disposition))).toEqual(new Set(Object.values(dispositions)));
    for (const { durationSeconds, turns, answeredAt, endedAt } of completed) {
      expect(endedAt - (answeredAt ?? 0)).toBe(durationSeconds * 1_000);
      expect([durationSeconds >= 10, durationSeconds <= 420]).toEqual([true, true]);
      expect(turns.at(-1)?.endSeconds).toBeLessThanOrEqual(durationSeconds);
      for (const [at, { startSeconds, endSeconds, text }] of turns.entries()) {
        expect(startSeconds).toBeGreaterThan(turns[at - 1]?.endSeconds ?? 0);
        expect(endSeconds).toBeGreaterThan(startSeconds);
        expect(text).not.toMatch(/[{}]/);
      }
    }
    const long = completed.filter(({ durationSeconds }) => durationSeconds > 120).length / completed.length;
    expect([long > 0.2, long < 0.7]).toEqual([true, true]);
  });

  test('contain enough transcripts that few of them repeat', () => {
    const texts = completed.map(({ turns, metadata }) =>
      turns
        .map(({ text }) => text.replaceAll(String(metadata['first_name']), '').replace(/Fiber \d+( Flex)?/, ''))
        .join('\n'),
    );
    expect(new Set(texts).size).toBeGreaterThan(600);
    const [, ...repeats] = texts.map((text, at) => [text, ...texts.slice(Math.max(0, at - 9), at)]);
    const repeated = repeats.filter(([text, ...before]) => before.includes(text ?? '')).length;
    expect(repeated / texts.length, 'the same text among ten consecutive calls').toBeLessThan(0.15);
  });
});
