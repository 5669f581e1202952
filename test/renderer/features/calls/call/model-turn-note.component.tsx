import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ModelTurnNote } from '../../../../../renderer/features/calls/call/transcript/model-turn-note.tsx';
import type { ModelTurn } from '../../../../../shared/calls/model-turn.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';

const turn: ModelTurn = {
  model: 'small',
  host: '127.0.0.1:11434',
  fallback: null,
  cut: null,
  unsupported: [],
  total_ms: 1_240,
  cost_usd: null,
};

const latency = { response_ms: 620, retrieval_ms: null, first_token_ms: 412, first_sound_ms: 180 };

test.each<[name: string, changes: Partial<ModelTurn>, text: string]>([
  ['a model on this computer', {}, 'small · first word after 412 ms · answer after 1.2 s'],
  [
    'a model elsewhere, with its cost',
    { host: 'api.example.com', cost_usd: 0.0031 },
    'small on api.example.com · first word after 412 ms · answer after 1.2 s · $0.0031',
  ],
  ['rules instead of a model', { fallback: 'The server is busy.' }, 'The built-in rules answered. The server is busy.'],
  ['an answer that was cut', { cut: 'The server is busy.' }, 'The answer ended early. The server is busy.'],
  [
    'a sentence without a source',
    { unsupported: ['It is free.'] },
    'Unsupported: no document or call data says “It is free.”',
  ],
])('names %s', async (_, changes, text) => {
  await renderInWindow(<ModelTurnNote turn={{ ...turn, ...changes }} latency={latency} />);
  await expect.element(page.getByText(text)).toBeVisible();
});
