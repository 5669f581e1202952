import { expect, test } from 'vitest';
import { findUnsupportedSentences } from '../../../electron/service/features/simulation/model/find-unsupported.ts';

const sources = [
  'Fees\nThe course costs €1,200.00 and runs for twenty-five weeks. It starts on 9 March at 9:00.',
  'Cancel in writing until 14 days before the start. A refund is only possible with a medical certificate.',
  '{"first_name":"Mara","city":"Bergen"}',
  'The organization is called Northlight College. Contact: info@northlight.example',
];

const supported = [
  'It costs 1200 euros.',
  'It costs €1,200, and it runs for 25 weeks.',
  'It starts at nine on the 9th.',
  'You can cancel until fourteen days before.',
  'Write to info@northlight.example, please.',
  'Thanks for calling Northlight College, Mara.',
  'A refund is only possible if you have a medical certificate, so it is required.',
  'Would Friday at three suit you?',
  'I am glad to hear that.',
  "I'm sorry, I don't have that.",
];

const unsupported = [
  'It costs 1,300 euros.',
  'It runs for twenty-six weeks.',
  'It starts on Monday.',
  'You can cancel until ten days before.',
  'Write to help@northlight.example, please.',
  'Ask for Doctor Petersen there.',
  'Payment by card is required.',
  'The first month is free of charge.',
  'That is 15% less.',
];

for (const sentence of supported)
  test(`is supported: ${sentence}`, () => expect(findUnsupportedSentences(sentence, sources)).toEqual([]));

for (const sentence of unsupported)
  test(`is not supported: ${sentence}`, () => expect(findUnsupportedSentences(sentence, sources)).toEqual([sentence]));

test('only the sentence that is not supported is returned', () => {
  expect(findUnsupportedSentences('It costs 1,200 euros. It ends in June. Is that all right?', sources)).toEqual([
    'It ends in June.',
  ]);
});
