import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ModelSection } from '../../../../../../renderer/features/calls/call/sidebar/model-section.tsx';
import type { Speaker, TimedTurn } from '../../../../../../shared/calls/calls.ts';
import type { ModelTurn } from '../../../../../../shared/calls/model-turn.ts';
import { createSampleTurn } from '../../../../../helpers/components/sample-call.ts';
import { renderInWindow } from '../../../../../helpers/components/render-in-window.tsx';

const base: ModelTurn = {
  model: 'small',
  host: 'api.example.com',
  fallback: null,
  cut: null,
  unsupported: [],
  total_ms: 900,
  cost_usd: 0.004,
};

const lead = (speaker: Speaker, changes: Partial<ModelTurn> = {}): TimedTurn => ({
  ...createSampleTurn(speaker, 'Hello.'),
  model_turn: { ...base, ...changes },
});

const section = page.getByRole('region', { name: 'Language model' });

test('says whose turns the model spoke, what they cost together, and where the text was sent', async () => {
  const turns = [
    createSampleTurn('user', 'Hello?'),
    createSampleTurn('agent', 'Good morning.'),
    lead('user'),
    lead('agent', { cost_usd: 0.008 }),
    lead('user'),
    lead('agent', { fallback: 'The server is busy.', cost_usd: null }),
  ];
  await renderInWindow(<ModelSection turns={turns} />);
  await expect
    .element(section)
    .toMatchTextContent('ModelsmallAgent2 turns, 1 by rulesRecipient2 turnsCost$0.02The conversation and');
  await expect.element(section).toMatchTextContent('document passages are sent to api.example.com.');
});

test.each<[name: string, turns: readonly TimedTurn[], texts: readonly string[]]>([
  [
    'a server on this computer without prices',
    [lead('agent', { host: '127.0.0.1:11434', cost_usd: null })],
    ['Cost—', 'Text does not leave this computer.'],
  ],
  [
    'turns of which the cost is not known',
    [lead('user'), lead('user', { cost_usd: null })],
    ['CostAt least $0.0040', 'The conversation is sent to api.example.com.'],
  ],
  [
    'a model that is not set up',
    [lead('agent', { model: '', host: '', fallback: 'No language model is set up.', cost_usd: null })],
    ['Agent1 turn, 1 by rules', 'Text does not leave this computer.'],
  ],
])('describes %s', async (_, turns, texts) => {
  await renderInWindow(<ModelSection turns={turns} />);
  for (const text of texts) await expect.element(section).toMatchTextContent(text);
});

test('is left out if rules led the call', async () => {
  await renderInWindow(<ModelSection turns={[createSampleTurn('agent', 'Good morning.')]} />);
  await expect.element(section).not.toBeInTheDocument();
});
