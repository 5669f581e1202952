import { expect, test } from 'vitest';
import { formatTargetLabel } from '../../electron/service/platform/http/target-label.ts';
import { describeActivity, describeOperation } from '../../electron/service/features/activity/describe-activity.ts';
import { limits } from '../../shared/contract/limits.ts';

const describeDone = (operation: string, subject_label: string | null) =>
  describeActivity({ operation, subject_label, result: 'done' });

test('describes an entry in the past tense with its subject', () => {
  expect(describeDone('createApiKey', 'CRM sync')).toBe('Created API key “CRM sync”');
  expect(describeDone('markInvoicePaid', 'INV-0004')).toBe('Marked INV-0004 as paid');
  expect(describeDone('createWorkspace', null)).toBe('Created workspace');
});

test('describes a status change with its target', () => {
  const label = formatTargetLabel('Outage notices', 'UAT');
  expect(describeDone('moveAgentRequest', label)).toBe('Moved “Outage notices” to UAT');
  expect(describeDone('moveAgentRequest', formatTargetLabel('A → B', 'UAT'))).toBe('Moved “A → B” to UAT');
  expect(describeDone('moveAgentRequest', 'Outage notices')).toBe('Moved “Outage notices”');
});

test('distinguishes a practice call from other simulated calls', () => {
  expect(describeDone('placeSimulatedCall', 'Front desk to +15550199')).toBe(
    'Started simulated call from Front desk to +15550199',
  );
  expect(describeDone('placeSimulatedCall', 'Front desk to +15550199 (practice)')).toBe(
    'Started practice call from Front desk to +15550199',
  );
  expect(describeDone('createApiKey', 'Key (practice)')).toBe('Created API key “Key (practice)”');
});

test('distinguishes a call that waits for the remote from a call that was placed', () => {
  expect(describeDone('placeCall', 'Front desk to +15550199')).toBe('Placed call from Front desk to +15550199');
  const label = 'Front desk to +15550199 (queued)';
  for (const operation of ['placeCall', 'placeRemoteCall'])
    expect(describeDone(operation, label)).toBe('Queued call from Front desk to +15550199');
  expect(describeActivity({ operation: 'placeCall', subject_label: label, result: 'failed' })).toBe(
    'Tried to queue call from Front desk to +15550199',
  );
});

test('inserts labels literally', () => {
  expect(describeDone('createApiKey', '$& {label}')).toBe('Created API key “$& {label}”');
  expect(describeDone('moveAgentRequest', '{target} → {label}')).toBe('Moved “{target}” to {label}');
});

test('shortens a long name to keep the target', () => {
  const label = formatTargetLabel('x'.repeat(500), 'In development');
  expect(label).toHaveLength(limits.auditSubjectLength);
  expect(label).toMatch(/…\s→ In development$/);
});

test.each(['refused', 'failed'] as const)('describes a %s request as an attempt', (result) => {
  expect(describeActivity({ operation: 'revokeApiKey', subject_label: 'CRM sync', result })).toBe(
    'Tried to revoke API key “CRM sync”',
  );
});

test('returns the id of an unknown operation', () => {
  expect(describeDone('toString', 'x')).toBe('toString');
  expect(describeOperation('__proto__')).toBe('__proto__');
});
