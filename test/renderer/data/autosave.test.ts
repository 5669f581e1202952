import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAutosave, type AutosaveState } from '../../../renderer/data/autosave.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const delayMs = 600;

/** An autosave whose save calls settle when the test calls `settle`. */
function createSlowAutosave() {
  const saved: string[] = [];
  const states: AutosaveState['state'][] = [];
  const pending: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  const save = (value: string) =>
    new Promise<void>((resolve, reject) => {
      pending.push({
        resolve: () => {
          saved.push(value);
          resolve();
        },
        reject,
      });
    });
  const autosave = createAutosave(save, ({ state }) => states.push(state), delayMs);
  return {
    ...autosave,
    saved,
    states,
    countPending: () => pending.length,
    settle: async (error?: Error) => {
      const next = pending.shift();
      if (error) next?.reject(error);
      else next?.resolve();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('saves once after a pause in typing', async () => {
  const autosave = createSlowAutosave();
  for (const value of ['R', 'Re', 'Rem']) {
    autosave.change(value);
    await vi.advanceTimersByTimeAsync(delayMs - 1);
  }
  expect(autosave.countPending()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await autosave.settle();
  expect(autosave.saved).toEqual(['Rem']);
  expect(autosave.states.at(-1)).toBe('saved');
});

test('saves a newer value after the save in progress, and reports saved only then', async () => {
  const autosave = createSlowAutosave();
  autosave.change('one');
  await vi.advanceTimersByTimeAsync(delayMs);
  autosave.change('two');
  await vi.advanceTimersByTimeAsync(delayMs);
  autosave.change('three');
  await vi.advanceTimersByTimeAsync(delayMs);
  expect(autosave.countPending()).toBe(1);
  await autosave.settle();
  expect(autosave.states).not.toContain('saved');
  await autosave.settle();
  expect(autosave.saved).toEqual(['one', 'three']);
  expect(autosave.states.at(-1)).toBe('saved');
});

test('saves immediately on flush', async () => {
  const autosave = createSlowAutosave();
  autosave.change('one');
  const flushed = autosave.flush();
  await autosave.settle();
  await flushed;
  expect(autosave.saved).toEqual(['one']);
});

test('reports a failed save and retries it on flush', async () => {
  const autosave = createSlowAutosave();
  autosave.change('one');
  await vi.advanceTimersByTimeAsync(delayMs);
  await autosave.settle(new Error('The disk is full.'));
  expect(autosave.states.at(-1)).toBe('failed');
  const flushed = autosave.flush();
  await autosave.settle();
  await flushed;
  expect(autosave.saved).toEqual(['one']);
});

test('stop waits for the save in progress and starts no other', async () => {
  const autosave = createSlowAutosave();
  autosave.change('one');
  await vi.advanceTimersByTimeAsync(delayMs);
  autosave.change('two');
  let isStopped = false;
  const stopped = autosave.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(delayMs);
  expect(isStopped).toBe(false);
  await autosave.settle();
  await stopped;
  autosave.change('three');
  await vi.advanceTimersByTimeAsync(delayMs);
  expect(autosave.saved).toEqual(['one']);
  expect(autosave.countPending()).toBe(0);
});
