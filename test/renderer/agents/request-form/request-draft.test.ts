import { expect, test } from 'vitest';
import {
  addIntegration,
  emptyRequestDraft,
  isRequestDraftEmpty,
  toRequestFormErrors,
} from '../../../../renderer/agents/request-form/request-draft.ts';
import { Problem } from '../../../../shared/problems.ts';

const withEntries = (...entries: readonly string[]) => entries.reduce(addIntegration, emptyRequestDraft);

test('a known integration is taken in its own form, any other as it was written, and each once', () => {
  const { required_integrations } = withEntries('Google Calendar', 'google-calendar', 'fax', 'fax', 'SLACK');
  expect(required_integrations).toEqual(['google_calendar', 'fax', 'slack']);
});

test('blanks are no brief', () => {
  expect(isRequestDraftEmpty({ ...emptyRequestDraft, name: ' ', objective: '\n' })).toBe(true);
  expect(isRequestDraftEmpty(withEntries('fax'))).toBe(false);
  expect(isRequestDraftEmpty({ ...emptyRequestDraft, objective: 'Call' })).toBe(false);
});

test('each unsupported entry is told at that entry', () => {
  const brief = withEntries('slack', 'fax', 'telex');
  const errors = [1, 2].map((at) => ({ pointer: `/required_integrations/${at}`, detail: `Refused ${at}.` }));
  const problem = new Problem('integration_unsupported', 'Two are not supported.', { errors });
  expect(toRequestFormErrors(problem, brief)).toEqual({ entries: { fax: 'Refused 1.', telex: 'Refused 2.' } });
});

test('what is wrong with a field is told there, all else below the form', () => {
  const fault = (pointer: string) =>
    toRequestFormErrors(
      new Problem('request_invalid', 'No.', { errors: [{ pointer, detail: 'Too long.' }] }),
      emptyRequestDraft,
    );
  expect(fault('/objective')).toEqual({ objective: 'Too long.' });
  expect(fault('/required_integrations')).toEqual({ required_integrations: 'Too long.' });
  expect(fault('/required_integrations/7')).toEqual({ form: 'No.' });
  expect(fault('/elsewhere')).toEqual({ form: 'No.' });
  expect(toRequestFormErrors(new Problem('storage_full', 'The disk is full.'), emptyRequestDraft)).toEqual({
    form: 'The disk is full.',
  });
});
