import { expect, test } from 'vitest';
import {
  addIntegration,
  emptyRequestDraft,
  findUnsupportedEntries,
  isRequestDraftEmpty,
  mentionIntegration,
  toRequestFormErrors,
} from '../../../../../renderer/features/agent-requests/request-form/request-draft.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';

const withEntries = (...entries: readonly string[]) => entries.reduce(addIntegration, emptyRequestDraft);

test('adds a supported integration by its identifier, any other as entered, and each once', () => {
  const { required_integrations } = withEntries('Google Calendar', 'google-calendar', 'fax', 'fax', 'SLACK');
  expect(required_integrations).toEqual(['google_calendar', 'fax', 'slack']);
});

test('finds the entries that are not in the list of the service, in any spelling', () => {
  const draft = { required_integrations: ['Google Calendar', 'fax', 'slack'] };
  const supported = [{ integration: 'google_calendar', name: 'Google Calendar' }] as const;
  expect(findUnsupportedEntries(draft, supported)).toEqual({
    fax: '“fax” is not a supported integration.',
    slack: '“slack” is not a supported integration.',
  });
});

test('moves an integration to a new line of the objective', () => {
  const draft = { ...withEntries('fax', 'slack'), objective: 'Remind skippers.\n\n' };
  const mentioned = mentionIntegration(draft, 'fax');
  expect(mentioned).toMatchObject({
    objective: 'Remind skippers.\nIntegration wanted: fax.',
    required_integrations: ['slack'],
  });
  expect(mentionIntegration(withEntries('fax'), 'fax').objective).toBe('Integration wanted: fax.');
});

test('treats a draft with only white space as empty', () => {
  expect(isRequestDraftEmpty({ ...emptyRequestDraft, name: ' ', objective: '\n' })).toBe(true);
  expect(isRequestDraftEmpty(withEntries('fax'))).toBe(false);
  expect(isRequestDraftEmpty({ ...emptyRequestDraft, objective: 'Call' })).toBe(false);
});

test('assigns the error of an unsupported integration to that integration', () => {
  const draft = withEntries('slack', 'fax', 'telex');
  const errors = [1, 2].map((index) => ({ pointer: `/required_integrations/${index}`, detail: `Refused ${index}.` }));
  const problem = new Problem('integration_unsupported', 'Two are not supported.', { errors });
  expect(toRequestFormErrors(problem, draft)).toEqual({ integrations: { fax: 'Refused 1.', telex: 'Refused 2.' } });
});

test('assigns the error of a field to that field, and any other error to the form', () => {
  const toErrors = (pointer: string) =>
    toRequestFormErrors(
      new Problem('request_invalid', 'No.', { errors: [{ pointer, detail: 'Too long.' }] }),
      emptyRequestDraft,
    );
  expect(toErrors('/objective')).toEqual({ objective: 'Too long.' });
  expect(toErrors('/required_integrations')).toEqual({ required_integrations: 'Too long.' });
  expect(toErrors('/required_integrations/7')).toEqual({ form: 'No.' });
  expect(toErrors('/elsewhere')).toEqual({ form: 'No.' });
  expect(toRequestFormErrors(new Problem('storage_full', 'The disk is full.'), emptyRequestDraft)).toEqual({
    form: 'The disk is full.',
  });
});
