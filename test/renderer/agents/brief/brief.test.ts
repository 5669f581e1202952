import { expect, test } from 'vitest';
import { addIntegration, emptyBrief, isBriefEmpty, toBriefErrors } from '../../../../renderer/agents/brief/brief.ts';
import { Problem } from '../../../../shared/problems.ts';

const withEntries = (...entries: readonly string[]) => entries.reduce(addIntegration, emptyBrief);

test('a known integration is taken in its own form, any other as it was written, and each once', () => {
  const { required_integrations } = withEntries('Google Calendar', 'google-calendar', 'fax', 'fax', 'SLACK');
  expect(required_integrations).toEqual(['google_calendar', 'fax', 'slack']);
});

test('blanks are no brief', () => {
  expect(isBriefEmpty({ ...emptyBrief, name: ' ', objective: '\n' })).toBe(true);
  expect(isBriefEmpty(withEntries('fax'))).toBe(false);
  expect(isBriefEmpty({ ...emptyBrief, objective: 'Call' })).toBe(false);
});

test('each unsupported entry is told at that entry', () => {
  const brief = withEntries('slack', 'fax', 'telex');
  const errors = [1, 2].map((at) => ({ pointer: `/required_integrations/${at}`, detail: `Refused ${at}.` }));
  const problem = new Problem('integration_unsupported', 'Two are not supported.', { errors });
  expect(toBriefErrors(problem, brief)).toEqual({ entries: { fax: 'Refused 1.', telex: 'Refused 2.' } });
});

test('what is wrong with a field is told there, all else below the form', () => {
  const fault = (pointer: string) =>
    toBriefErrors(new Problem('request_invalid', 'No.', { errors: [{ pointer, detail: 'Too long.' }] }), emptyBrief);
  expect(fault('/objective')).toEqual({ objective: 'Too long.' });
  expect(fault('/required_integrations')).toEqual({ required_integrations: 'Too long.' });
  expect(fault('/required_integrations/7')).toEqual({ form: 'No.' });
  expect(fault('/elsewhere')).toEqual({ form: 'No.' });
  expect(toBriefErrors(new Problem('storage_full', 'The disk is full.'), emptyBrief)).toEqual({
    form: 'The disk is full.',
  });
});
