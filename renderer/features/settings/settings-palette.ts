import { queryOptions } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import type { PaletteSource } from '../../data/feature.ts';
import type { PaletteEntry } from '../../data/palette-entry.ts';
import { settingsQuery } from '../../data/settings-query.ts';
import { listSettingsSections } from './settings-sections.ts';

export const settingsPalette: PaletteSource = {
  createQuery: ({ session, navigate }) =>
    queryOptions({
      ...settingsQuery,
      select: () =>
        listSettingsSections(session.workspace?.kind).map(({ id, title, content }): PaletteEntry => ({
          id: `settings:${id}`,
          label: `Open settings: ${title}`,
          detail: content,
          kind: 'Setting',
          icon: Settings,
          disabledReason: null,
          run: () => void navigate({ to: '/settings', search: { section: id } }),
        })),
    }),
};
