import { expect, test } from 'vitest';
import { formatRole } from '../../../renderer/format/format-role.ts';
import { createMemberColumns } from '../../../renderer/features/organizations/member-columns.tsx';

test('names the roles, and shows any other role of a remote unchanged', () => {
  expect(['admin', 'Auditor', 'constructor'].map(formatRole)).toEqual(['Admin', 'Auditor', 'constructor']);
});

test('sorts and filters members by the status as it is shown', () => {
  const member = { user_id: 'usr_1', email: 'a@example.org', role: 'admin', status: 'active' };
  const status = createMemberColumns({ listActions: () => [] }).find(({ id }) => id === 'status');
  expect(
    ['active', 'pending_invite', 'on_leave', 'toString'].map((value) => status?.value({ ...member, status: value })),
  ).toEqual(['Active', 'Invite pending', 'on_leave', 'toString']);
});
