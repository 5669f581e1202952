import { useEffect } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { addLiveTurn, setLiveSpeech } from '../../../../../../renderer/features/calls/call/live/live-speech-store.ts';
import { useTurnAudio, type TurnAudio } from '../../../../../../renderer/features/calls/call/live/use-turn-audio.ts';
import { appRoutes } from '../../../../../../shared/contract/contract.ts';
import { renderInWindow } from '../../../../../helpers/components/render-in-window.tsx';
import { createSampleTurn } from '../../../../../helpers/components/sample-call.ts';
import { startFakeService, type FakeService } from '../../../../../helpers/remote/fake-service.ts';

const turns = [
  createSampleTurn('user', 'When is it?'),
  createSampleTurn('agent', 'In the evening. You can park here.'),
];

let service: FakeService;
let audio: TurnAudio;

beforeEach(async () => {
  setLiveSpeech(null);
  service = startFakeService();
  service.answer(appRoutes.getTurnAudio, () => createSilentWav());
  const opened = Promise.withResolvers<TurnAudio>();
  await renderInWindow(<Call onAudio={opened.resolve} />);
  audio = await opened.promise;
});

function Call({ onAudio }: { readonly onAudio: (audio: TurnAudio) => void }) {
  const value = useTurnAudio('call_1');
  useEffect(() => onAudio(value), [value, onAudio]);
  return null;
}

function addSentence(position: number, sentence: number, call_id = 'call_1'): void {
  setLiveSpeech({ call_id, position, sentence, text: 'In the evening.' });
}

const listRequested = () =>
  service.listRequests(appRoutes.getTurnAudio).map(({ path, query }) => {
    const position = /turns\/(\d+)/.exec(path)?.[1];
    return query.sentence === undefined ? position : `${position}.${query.sentence}`;
  });

test('plays the sentences of the awaited turn as they come, and not the whole turn again', async () => {
  audio.listen(2);
  addSentence(2, 0);
  addSentence(2, 0, 'call_2');
  await expect.poll(listRequested).toEqual(['2.0']);
  audio.play(turns, 1);
  addSentence(2, 1); // its event can be later than the answer
  await expect.poll(listRequested).toEqual(['2.0', '2.1']);
});

test('plays a whole turn whose first sentence was missed, and the sentences of no other turn', async () => {
  audio.listen(2);
  addSentence(4, 0);
  addSentence(2, 1);
  audio.play(turns, 1);
  addSentence(2, 0);
  await expect.poll(listRequested).toEqual(['2']);
});

test('the transcript has the turn that the agent is saying, until it is stored', () => {
  const speech = { call_id: 'call_1', position: 2, sentence: 0, text: 'Anything else?' };
  expect(addLiveTurn('call_1', turns, speech).map(({ text }) => text)).toEqual([
    'When is it?',
    'In the evening. You can park here.',
    'Anything else?',
  ]);
  expect(addLiveTurn('call_1', turns, { ...speech, position: 1 })).toBe(turns);
  expect(addLiveTurn('call_2', turns, speech)).toBe(turns);
  expect(addLiveTurn('call_1', turns, null)).toBe(turns);
});

/** A tenth of a second, with 16,000 samples a second. */
function createSilentWav(): Blob {
  const header = new DataView(new ArrayBuffer(44));
  const setText = (offset: number, text: string) =>
    [...text].forEach((character, index) => header.setUint8(offset + index, character.charCodeAt(0)));
  setText(0, 'RIFF');
  header.setUint32(4, 36 + 3_200, true);
  setText(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, 16_000, true);
  header.setUint32(28, 32_000, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  setText(36, 'data');
  header.setUint32(40, 3_200, true);
  return new Blob([header, new Uint8Array(3_200)], { type: 'audio/wav' });
}
