import { expect, test } from 'vitest';
import { findCurrentNotices } from '../../../../renderer/features/billing/find-current-notices.ts';
import type { UsageNoticeKind } from '../../../../shared/billing/billing.ts';

const raised_at = '2026-03-12T12:00:00.000Z';

const findKinds = (...kinds: readonly UsageNoticeKind[]) =>
  findCurrentNotices(kinds.map((kind) => ({ notice_id: `ntc_${kind}`, kind, raised_at, minutes_used: 60 }))).map(
    ({ kind }) => kind,
  );

test('a notice disappears when a later one says more', () => {
  expect(findKinds()).toEqual([]);
  expect(findKinds('used_50')).toEqual(['used_50']);
  expect(findKinds('used_80', 'used_50')).toEqual(['used_80']);
  expect(findKinds('used_80', 'forecast', 'used_50'), 'the forecast says something else').toEqual([
    'used_80',
    'forecast',
  ]);
  expect(findKinds('used_100', 'used_80', 'forecast', 'used_50')).toEqual(['used_100']);
});
