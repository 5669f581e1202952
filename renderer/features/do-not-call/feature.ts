import type { CommandActions, WindowContext, Feature } from '../../data/feature.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';
import { explainMissingPermission } from '../../data/session/missing-permission.ts';
import { invalidate } from '../../data/invalidate.ts';
import { alwaysEnabled } from '../../ui/commands/command.ts';
import { doNotCallKey } from './do-not-call-query.ts';
import { doNotCallRoutes } from './routes.ts';

export const doNotCallFeature = {
  name: 'do-not-call',
  routes: doNotCallRoutes,
  events: { 'do_not_call.changed': () => void invalidate(doNotCallKey) },
  createCommands,
} as const satisfies Feature;

function createCommands({
  session,
  navigate,
}: WindowContext): CommandActions<'open-do-not-call-list' | 'export-do-not-call-list'> {
  return {
    'open-do-not-call-list': alwaysEnabled(() => void navigate({ to: '/calls/do-not-call' })),
    'export-do-not-call-list': {
      disabledReason: explainMissingPermission(session, v1Routes.exportDoNotCallEntries),
      run: () =>
        void retryWhenReachable(() => import('./do-not-call-view.tsx')).then(({ exportEntries }) => exportEntries()),
    },
  };
}
