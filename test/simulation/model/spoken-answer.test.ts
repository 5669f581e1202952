import { expect, test } from 'vitest';
import { listSpokenSentences } from '../../../electron/service/features/simulation/model/spoken-answer.ts';

test.each([
  ['**We open** at `nine`.', 'We open at nine.'],
  ['# Prices\n- One month: 20 euros.\n2. Two months: 30 euros.', 'Prices One month: 20 euros. Two months: 30 euros.'],
  ['<think>The user asks about prices.</think>It costs 20 euros. 😀', 'It costs 20 euros.'],
  ['See [our page](https://example.com/a) for more.', 'See our page for more.'],
  ['<b>Hello</b>\u0007 there', 'Hello there'],
  ['<think>without an end', ''],
  ['<thinking>Hm.</thinking>[THINK]Hm. Well.[/THINK]◁think▷Hm.◁/think▷We open at nine.', 'We open at nine.'],
  ['One moment. <tool_call>{"name": "end_call", "arguments": {"outcome": "Sold"}}</tool_call>', 'One moment.'],
  ['They ask about prices. I answer.</think>It costs 20 euros.', 'It costs 20 euros.'],
  ['<think>Hm.</think>Well.\n[/THINK]It costs 20 euros.', 'It costs 20 euros.'],
  ['<function=search_knowledge>{"question": "When? Now."}</function>One moment.', 'One moment.'],
  ['One moment. [TOOL_CALLS][{"name": "hand_over"}]', 'One moment.'],
  ['{"name": "search_knowledge", "parameters": {"question": "When do you open? On Monday."', ''],
  ['We have {one} offer, named "Gold".', 'We have {one} offer, named "Gold".'],
])('%j is spoken as %j', (answer, spoken) => expect(listSpokenSentences(answer, []).join(' ')).toBe(spoken));

test('a sentence with a forbidden phrase is left out', () => {
  expect(listSpokenSentences('It is cheap. We give a Guarantee for it. Shall I go on?', ['guarantee', ' '])).toEqual([
    'It is cheap.',
    'Shall I go on?',
  ]);
});
