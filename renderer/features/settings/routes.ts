import { createRoute } from '@tanstack/react-router';
import * as z from 'zod';
import { lazyView } from '../../data/lazy-component.ts';
import { rootRoute } from '../../data/root-route.ts';
import { settingsSections } from './settings-sections.ts';

/** The section to scroll to. */
const settingsSearchSchema = z.object({
  section: z
    .enum(settingsSections.map(({ id }) => id))
    .optional()
    .catch(undefined),
});

type SettingsSearch = z.infer<typeof settingsSearchSchema>;

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/settings',
    staticData: { title: 'Settings' },
    validateSearch: (search): SettingsSearch => settingsSearchSchema.parse(search),
    component: lazyView(() => import('./settings-view.tsx'), 'SettingsView'),
  }),
] as const;
