import { queryOptions } from '@tanstack/react-query';
import { User } from 'lucide-react';
import type { PaletteSource } from '../../data/feature.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';
import { formatRole } from '../../format/format-role.ts';
import { createMembersQuery } from './members-query.ts';

export const memberPalette: PaletteSource = {
  createQuery: ({ session, navigate }) =>
    queryOptions({
      ...createMembersQuery(session),
      select: ({ data }) =>
        data.map(({ user_id, email, role }): PaletteEntry => ({
          id: `member:${user_id}`,
          label: email,
          detail: formatRole(role),
          kind: 'Member',
          icon: User,
          disabledReason: null,
          run: () => void navigate({ to: '/team' }),
        })),
    }),
};
