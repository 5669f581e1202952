import { expect, test } from 'vitest';
import { formatSpokenTitle } from '../../../electron/service/features/simulation/answers/format-spoken-title.ts';
import { demoDocuments } from '../../../electron/service/workspaces/demo/demo-organization.ts';

test.each([
  ['call-handling-policy.pdf', 'our call handling policy'],
  ['Call_Handling_Policy_v2.1 (final).docx', 'our call handling policy'],
  ['Call Handling Policy', 'our call handling policy'],
  ['refund-policy-v3', 'our refund policy'],
  ['CALL HANDLING POLICY', 'our call handling policy'],
  ['Return policy rev. 4', 'our return policy'],
  ['price list 2026', 'our 2026 price list'],
  ['Price-List-2026.pdf', 'our 2026 price list'],
  ['opening-hours_2026-01-15.txt', 'our information on opening hours'],
  ['wifi-setup-guide.md', 'our Wi-Fi setup guide'],
  ['Welcome guide for Lindale', 'our welcome guide for Lindale'],
  ['Service agreement: terms for residential customers', 'our service agreement'],
  ['Our privacy policy', 'our privacy policy'],
  ['Moving to a new home', 'our information on moving to a new home'],
  ['FAQ.txt', 'our FAQ'],
  ['Frequently asked questions for new customers', 'our FAQ for new customers'],
  ['Renewal call playbook', null],
  ['sales_script_INTERNAL.docx', null],
  ['Can I return an item?', null],
  ['2026-01-15.pdf', null],
  ['', null],
  ['x'.repeat(200), null],
])('%s is spoken as %j', (title, spoken) => {
  expect(formatSpokenTitle(title)).toBe(spoken);
});

test('a spoken title contains no part of a file name', () => {
  for (const { file, title } of demoDocuments)
    for (const name of [file, title])
      expect(formatSpokenTitle(name) ?? '').not.toMatch(/[_.]|\w-(?!Fi)\w|\b(?:pdf|docx|txt|v\d)\b/);
});
