import { expect, test } from 'vitest';
import { guessQuestionType, listNamedChoices } from '../../../shared/agents/guess-question-type.ts';

test.each([
  ['yes_no', 'Can you still make your lesson tomorrow at 4 pm?'],
  ['yes_no', 'Do you want the invoice by e-mail?'],
  ['yes_no', 'And is the gate wide enough for a lorry?'],
  ['yes_no', 'Haven’t you received the parcel yet?'],
  ['yes_no', 'whether the repair worked'],
  ['text', 'Would you rather have a manual or an automatic?'],
  ['text', 'whether they rent or own'],
  ['date', 'Which other day suits you?'],
  ['date', 'When would you like to move in?'],
  ['date', 'Could you tell me when you move?'],
  ['time', 'What time should the driver come?'],
  ['number', 'How many guests do you expect?'],
  ['number', 'Do you know how many rooms you need?'],
  ['email', 'May I have your e-mail address?'],
  ['email', 'Could you please spell your email for me?'],
  ['text', 'What is your date of birth?'],
  ['text', 'How did you hear about us?'],
  ['text', ''],
] as const)('the answer is of the type %s: %s', (type, question) => {
  expect(guessQuestionType(question)).toBe(type);
});

test.each([
  ['Morning or afternoon?', ['Morning', 'Afternoon']],
  ['Gas, oil, or electric?', ['Gas', 'Oil', 'Electric']],
  ['Would you prefer the morning or the afternoon?', ['Morning', 'Afternoon']],
  ['Would you rather have a manual or an automatic?', ['Manual', 'Automatic']],
  ['Do you own or rent?', ['Own', 'Rent']],
  ['Is it for business or private use?', ['Business', 'Private use']],
  ['Do you have any questions or concerns?', []],
  ['Would you like us to call or to write?', []],
  ['Are you interested or not?', []],
  ['Can you come on Monday?', []],
  ['Morning or', []],
])('the choices are named by the question: %s', (question, choices) => {
  expect(listNamedChoices(question)).toEqual(choices);
});
