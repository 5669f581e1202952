import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAutosave, type AutosaveState } from '../../../../renderer/agents/request-form/autosave.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const delayMs = 600;

/** A place to save to whose answers come when the test gives them. */
function slowPlace() {
  const kept: string[] = [];
  const states: AutosaveState['state'][] = [];
  const answers: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  const save = (value: string) =>
    new Promise<void>((resolve, reject) => {
      answers.push({
        resolve: () => {
          kept.push(value);
          resolve();
        },
        reject,
      });
    });
  const autosave = createAutosave(save, ({ state }) => states.push(state), delayMs);
  return {
    ...autosave,
    kept,
    states,
    asked: () => answers.length,
    answer: async (error?: Error) => {
      const next = answers.shift();
      if (error) next?.reject(error);
      else next?.resolve();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('what is typed in one go is saved once, after a pause', async () => {
  const place = slowPlace();
  for (const value of ['R', 'Re', 'Rem']) {
    place.change(value);
    await vi.advanceTimersByTimeAsync(delayMs - 1);
  }
  expect(place.asked()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await place.answer();
  expect(place.kept).toEqual(['Rem']);
  expect(place.states.at(-1)).toBe('saved');
});

test('a newer value waits for the one that is under way, and nothing is called saved before it is', async () => {
  const place = slowPlace();
  place.change('one');
  await vi.advanceTimersByTimeAsync(delayMs);
  place.change('two');
  await vi.advanceTimersByTimeAsync(delayMs);
  place.change('three');
  await vi.advanceTimersByTimeAsync(delayMs);
  expect(place.asked()).toBe(1);
  await place.answer();
  expect(place.states).not.toContain('saved');
  await place.answer();
  expect(place.kept).toEqual(['one', 'three']);
  expect(place.states.at(-1)).toBe('saved');
});

test('leaving saves at once', async () => {
  const place = slowPlace();
  place.change('one');
  const left = place.flush();
  await place.answer();
  await left;
  expect(place.kept).toEqual(['one']);
});

test('what failed is told, and saved with the next change or when it is left', async () => {
  const place = slowPlace();
  place.change('one');
  await vi.advanceTimersByTimeAsync(delayMs);
  await place.answer(new Error('The disk is full.'));
  expect(place.states.at(-1)).toBe('failed');
  const left = place.flush();
  await place.answer();
  await left;
  expect(place.kept).toEqual(['one']);
});

test('once stopped nothing more is saved, but what is under way is waited for', async () => {
  const place = slowPlace();
  place.change('one');
  await vi.advanceTimersByTimeAsync(delayMs);
  place.change('two');
  let isStopped = false;
  const stopped = place.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(delayMs);
  expect(isStopped).toBe(false);
  await place.answer();
  await stopped;
  place.change('three');
  await vi.advanceTimersByTimeAsync(delayMs);
  expect(place.kept).toEqual(['one']);
  expect(place.asked()).toBe(0);
});
