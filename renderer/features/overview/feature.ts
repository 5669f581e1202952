import { Gauge } from 'lucide-react';
import { overviewEventTypes } from '../../../shared/window/overview.ts';
import type { Feature } from '../../data/feature.ts';
import { refreshOverview, setOverviewDocumentProgress } from './overview-query.ts';
import { overviewRoutes } from './routes.ts';

const refreshingEvents = Object.fromEntries(overviewEventTypes.map((type) => [type, refreshOverview])) as Readonly<
  Record<(typeof overviewEventTypes)[number], () => void>
>; // has an entry for every type; fromEntries loses the keys

export const overviewFeature = {
  name: 'overview',
  routes: overviewRoutes,
  viewIcons: { overview: Gauge },
  events: {
    ...refreshingEvents,
    'document.progress': ({ document_id, progress }) => setOverviewDocumentProgress(document_id, progress),
  },
} as const satisfies Feature;
