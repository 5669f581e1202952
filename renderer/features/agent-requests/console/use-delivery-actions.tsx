import { useState } from 'react';
import { hasDeliveryConsole, type AgentRequestRecord } from '../../../../shared/agents/agent-requests.ts';
import { isAgentRequestClosed } from '../../../../shared/agents/agent-request-status.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { useSession } from '../../../data/session/session-query.ts';
import { useMissingPermission } from '../../../data/session/missing-permission.ts';
import type { RowAction } from '../../../ui/tables/row-action.ts';
import { useBusy } from '../../../ui/feedback/use-busy.ts';
import { moveRequest } from './console-actions.ts';
import { DeliverDialog } from './deliver-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';

const nextSteps = {
  pending_review: { to: 'in_development', label: 'Start development' },
  in_development: { to: 'uat', label: 'Move to UAT' },
} as const;

type DeliveryActions = { readonly next: RowAction; readonly reject: RowAction };

/** Returns the next step of a build request and its rejection, and the dialogs that ask for their details. */
export function useDeliveryActions() {
  const { workspace } = useSession();
  const moveDisabledReason = useMissingPermission(appRoutes.moveAgentRequest);
  const deliverDisabledReason = useMissingPermission(appRoutes.deliverAgentRequest);
  const [open, setOpen] = useState<{ readonly to: 'deliver' | 'reject'; readonly request: AgentRequestRecord } | null>(
    null,
  );
  const [isMoving, run] = useBusy();
  /** Returns null if the delivery team of another organization decides, or if the request is closed. */
  const getActions = (request: AgentRequestRecord): DeliveryActions | null => {
    const { status } = request;
    if (!workspace || !hasDeliveryConsole(workspace) || isAgentRequestClosed(status)) return null;
    const step = status === 'pending_review' || status === 'in_development' ? nextSteps[status] : null;
    return {
      next: step
        ? {
            label: step.label,
            disabledReason: moveDisabledReason,
            run: () => void run(() => moveRequest(request, { to: step.to })),
          }
        : {
            label: 'Deliver…',
            disabledReason: deliverDisabledReason,
            run: () => setOpen({ to: 'deliver', request }),
          },
      reject: { label: 'Reject…', disabledReason: moveDisabledReason, run: () => setOpen({ to: 'reject', request }) },
    };
  };
  const close = () => setOpen(null);
  const dialog =
    open?.to === 'deliver' ? (
      <DeliverDialog request={open.request} onClose={close} />
    ) : open?.to === 'reject' ? (
      <RejectDialog request={open.request} onClose={close} />
    ) : null;
  return { getActions, dialog, isMoving };
}
