import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import type { ServiceEvent } from '../../../../shared/contract/events.ts';
import type { Role } from '../../../../shared/contract/roles.ts';
import { canUseRoute, type Route } from '../../../../shared/contract/route.ts';

/** The route that reads the subject of an event, for subjects that some roles cannot read. */
const eventReadRoutes: Partial<Record<ServiceEvent['type'], Route>> = {
  'agent_request.changed': v1Routes.getAgentRequest,
  'backup.progress': appRoutes.listBackups,
  'outbox_item.undecided': appRoutes.sendOutboxItem,
  'usage_notice.raised': v1Routes.listInvoices,
};

/** Returns whether a role can receive an event of its workspace. An event must not reveal ids that the role cannot read. */
export function canReceiveEvent({ type }: ServiceEvent, role: Role): boolean {
  const subject = eventReadRoutes[type];
  return subject === undefined || canUseRoute(subject, role);
}
