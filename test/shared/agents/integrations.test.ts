import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findUnsupportedIntegrations,
  normalizeIntegrations,
} from '../../../electron/service/features/agent-requests/submit-agent-request.ts';
import { formatIntegrationName } from '../../../renderer/features/agent-requests/format-integration-name.ts';
import { findIntegration, integrationNames, integrations } from '../../../shared/agents/integrations.ts';

test.each([
  ['salesforce', 'salesforce'],
  ['SalesForce', 'salesforce'],
  [' Hub Spot ', 'hubspot'],
  ['google calendar', 'google_calendar'],
  ['Google-Calendar', 'google_calendar'],
  ['GOOGLE_CALENDAR', 'google_calendar'],
  ['g o o g l e\tcalendar', 'google_calendar'],
  ['Microsoft 365', 'microsoft_365'],
  ['microsoft365', 'microsoft_365'],
  ['Service Now', 'servicenow'],
  ['', undefined],
  [' - _ ', undefined],
  ['google', undefined],
  ['google.calendar', undefined],
  ['Google\u2011Calendar\u200b', 'google_calendar'],
  ['ＳＬＡＣＫ', 'slack'],
  ['slack,stripe', undefined],
  ['__proto__', undefined],
  ['toString', undefined],
])('finds %j as %j', (name, expected) => {
  expect(findIntegration(name)).toBe(expected);
});

test('finds every integration by its display name, regardless of spacing and case', () => {
  const spaced = fc.constantFrom(...integrations).chain((integration) =>
    fc.record({
      integration: fc.constant(integration),
      signs: fc.array(fc.constantFrom('', ' ', '-', '_', '  '), { minLength: 20, maxLength: 20 }),
      isUpper: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
    }),
  );
  fc.assert(
    fc.property(spaced, ({ integration, signs, isUpper }) => {
      const written = [...integration]
        .map((sign, at) => (isUpper[at] ? sign.toUpperCase() : sign) + (signs[at] ?? ''))
        .join('');
      expect(findIntegration(written)).toBe(integration);
    }),
  );
  for (const integration of integrations) expect(findIntegration(integrationNames[integration])).toBe(integration);
});

test('reports each unsupported entry and returns supported ones without duplicates', () => {
  const entries = ['slack', 'fax', 'SLACK', '', 'x'.repeat(5_000), 'Stripe'];
  const errors = findUnsupportedIntegrations(entries);
  expect(errors.map(({ pointer }) => pointer)).toEqual([1, 3, 4].map((at) => `/required_integrations/${at}`));
  expect(errors[0]?.detail).toBe('“fax” is not a supported integration.');
  expect(errors[1]?.detail).toBe('An empty name is not a supported integration.');
  expect(errors[2]?.detail.length).toBeLessThan(120);
  expect(normalizeIntegrations(entries)).toEqual(['slack', 'stripe']);
});

test('formats known integrations by name and returns unknown ones unchanged', () => {
  expect(formatIntegrationName('google_calendar')).toBe('Google Calendar');
  expect(formatIntegrationName('carrier pigeon')).toBe('carrier pigeon');
});
