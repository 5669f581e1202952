import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { TurnSpeechNote } from '../../../../../renderer/features/calls/call/transcript/turn-speech-note.tsx';
import type { TurnSpeech } from '../../../../../shared/calls/turn-speech.ts';
import type { Speaker } from '../../../../../shared/calls/calls.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';

const speech: TurnSpeech = { model: 'kokoro', host: '127.0.0.1:8880', fallback: null };

test.each<[name: string, speaker: Speaker, changes: Partial<TurnSpeech>, text: string]>([
  ['a server on this computer', 'agent', {}, 'Spoken by kokoro'],
  ['a server elsewhere', 'agent', { host: 'api.example.com' }, 'Spoken by kokoro on api.example.com'],
  ['a server that heard the turn', 'user', { model: 'whisper' }, 'Transcribed by whisper'],
  [
    'the built-in voice instead of a server',
    'agent',
    { fallback: 'The server is busy.' },
    'The built-in voice spoke instead of kokoro. The server is busy.',
  ],
])('names %s', async (_, speaker, changes, text) => {
  await renderInWindow(<TurnSpeechNote speaker={speaker} speech={{ ...speech, ...changes }} />);
  await expect.element(page.getByText(text)).toBeVisible();
});
