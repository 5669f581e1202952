import type { CommandActions, WindowContext, Feature } from '../../data/feature.ts';
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

function createCommands({ navigate }: WindowContext): CommandActions<'open-do-not-call-list'> {
  return { 'open-do-not-call-list': alwaysEnabled(() => void navigate({ to: '/calls/do-not-call' })) };
}
