import { describe, expect, test } from 'vitest';
import {
  frameMs,
  TurnDetector,
  type SpeechEvent,
} from '../../../electron/service/features/speech/listening/turn-detector.ts';

/** Adds so many milliseconds of speech or silence, and returns what happened with its time from the beginning of this part. */
function addTo(detector: TurnDetector, probability: number, milliseconds: number): [SpeechEvent['kind'], number][] {
  const events: [SpeechEvent['kind'], number][] = [];
  for (let time = frameMs; time <= milliseconds; time += frameMs)
    for (const { kind } of detector.add(probability)) events.push([kind, time]);
  return events;
}

const speak = (detector: TurnDetector, milliseconds: number) => addTo(detector, 0.9, milliseconds);
const pause = (detector: TurnDetector, milliseconds: number) => addTo(detector, 0.01, milliseconds);

test('half a second of speech interrupts, once in a turn', () => {
  const detector = new TurnDetector();
  expect(speak(detector, 480)).toEqual([]);
  expect(speak(detector, 640)).toEqual([['interruption', frameMs]]);
});

test('speech with the gaps of syllables interrupts, too', () => {
  const detector = new TurnDetector();
  const events = [0, 1, 2, 3, 4].flatMap(() => [...speak(detector, 128), ...pause(detector, 64)]);
  expect(events.map(([kind]) => kind)).toEqual(['interruption']);
});

test('a cough is noise, and a row of them with pauses is no turn', () => {
  const detector = new TurnDetector();
  for (let cough = 0; cough < 5; cough++) {
    expect(speak(detector, 200)).toEqual([]);
    expect(pause(detector, 800)).toEqual([['noise', 224]]);
  }
});

test.each([
  ['complete', 320],
  ['unknown', 928],
  ['unfinished', 2_528],
] as const)('after a sentence that is %s, the turn ends after %i ms', (completeness, expected) => {
  const detector = new TurnDetector();
  speak(detector, 1_024);
  expect(pause(detector, 96)).toEqual([['pause', 96]]);
  expect(detector.setCompleteness(completeness)).toEqual([]);
  expect(pause(detector, 3_000)).toEqual([['end_of_turn', expected - 96]]);
  expect(detector.startedAtMs).toBeNull();
});

test('a turn whose silence was long enough ends as soon as its sentence is known to be complete', () => {
  const detector = new TurnDetector();
  speak(detector, 1_024);
  pause(detector, 480);
  expect(detector.setCompleteness('complete')).toEqual([{ kind: 'end_of_turn' }]);
  expect(pause(detector, 3_000)).toEqual([]);
});

test('who goes on after a pause has not ended the turn, and what was judged before does not count', () => {
  const detector = new TurnDetector();
  speak(detector, 1_024);
  pause(detector, 256);
  detector.setCompleteness('unfinished');
  expect(speak(detector, 512)).toEqual([['continued', 2 * frameMs]]);
  detector.setCompleteness('complete');
  expect(pause(detector, 1_000)).toEqual([
    ['pause', 96],
    ['end_of_turn', 928],
  ]);
});

test('a breath or a click in a pause does not make the turn longer', () => {
  const detector = new TurnDetector();
  speak(detector, 1_024);
  pause(detector, 128);
  detector.setCompleteness('complete');
  expect(speak(detector, frameMs)).toEqual([]);
  expect(pause(detector, 1_000)).toEqual([['end_of_turn', 320 - 128 - frameMs]]);
  expect(detector.lastSpeechMs).toBe(1_024);
});

test('the beginning and the end of what was said are known', () => {
  const detector = new TurnDetector();
  pause(detector, 320);
  speak(detector, 640);
  pause(detector, 256);
  expect([detector.startedAtMs, detector.lastSpeechMs]).toEqual([320, 960]);
});

describe('a turn that is ended by hand', () => {
  test('has speech or not', () => {
    const detector = new TurnDetector();
    speak(detector, 512);
    expect(detector.end()).toBe(true);
    speak(detector, 96);
    expect(detector.end()).toBe(false);
    expect(pause(detector, 3_000)).toEqual([]);
  });
});
