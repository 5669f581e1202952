import { expect, test } from 'vitest';
import { changeQuestionText } from '../../../../renderer/features/agent-editor/change-question-text.ts';

const empty = { field: '', text: '', type: 'text' as const, choices: [], required: false, needs_follow_up: false };

test('field, type and choices follow the text of a question', () => {
  const day = changeQuestionText(empty, 'Which day suits you?', []);
  expect(day).toMatchObject({ field: 'day_suits', type: 'date', choices: [] });
  const part = changeQuestionText(day, 'Morning or afternoon?', []);
  expect(part).toMatchObject({ field: 'morning_afternoon', type: 'choice', choices: ['Morning', 'Afternoon'] });
  expect(changeQuestionText(part, 'Can you come?', [])).toMatchObject({ type: 'yes_no', choices: [] });
});

test('what was chosen stays', () => {
  const chosen = { ...changeQuestionText(empty, 'Morning or afternoon?', []), choices: ['Before noon', 'After noon'] };
  expect(changeQuestionText(chosen, 'Morning or evening?', [])).toMatchObject({
    type: 'choice',
    choices: ['Before noon', 'After noon'],
  });
  const text = { ...changeQuestionText(empty, 'Which day suits you?', []), type: 'text' as const };
  expect(changeQuestionText(text, 'Which date suits you?', [])).toMatchObject({ type: 'text' });
});
