import { describe, expect, test } from 'vitest';
import { readTranscript } from '../../electron/service/features/speech-server/read-transcript.ts';

const read = (response: unknown) =>
  readTranscript(typeof response === 'string' ? response : JSON.stringify(response), 200, 'sk-secret-1234');

test.each<[string, unknown]>([
  ['JSON', { text: ' hello there\n' }],
  ['plain text', 'hello there\n'],
  ['a JSON string', '"hello there"'],
  ['a text with times', { text: '[00:00:00.000 --> 00:00:02.000]   hello there' }],
  ['a text with tokens', { text: '<|en|><|NEUTRAL|><|Speech|>hello there' }],
  ['a text of segments', { text: 'hello there', segments: [{ text: 'hello there', no_speech_prob: 0.02 }] }],
])('a transcript is read from %s', (_, response) => expect(read(response)).toBe('hello there'));

test('a number is a transcript', () => expect(read('42')).toBe('42'));

test('a note beside words stays', () => expect(read({ text: '[Music] call me' })).toBe('[Music] call me'));

test.each<[string, unknown]>([
  ['an empty text', { text: '' }],
  ['null', { text: null }],
  ['a note', { text: ' [BLANK_AUDIO]\n' }],
  ['a note in parentheses', '(silence)'],
  ['words made up from silence', { text: 'Thank you.', segments: [{ text: 'Thank you.', no_speech_prob: 0.93 }] }],
])('nobody speaks in %s', (_, response) => expect(read(response)).toBe(''));

describe('something else is refused', () => {
  test.each<[string, unknown]>([
    ['a page', '<html>Sorry</html>'],
    ['JSON that is cut', '{"text": "hel'],
    ['other JSON', { words: [] }],
  ])('%s', (_, response) => expect(() => read(response)).toThrow('The server sent something other than a transcript.'));

  test('with the words of the server, without the key', () =>
    expect(() => read({ error: 'sk-secret-1234: decoding failed' })).toThrow('transcript. •••: decoding failed.'));
});
