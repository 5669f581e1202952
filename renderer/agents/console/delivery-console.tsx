import { useState } from 'react';
import type { RequestRecord } from '../../../shared/agent-requests.ts';
import { appRoutes } from '../../../shared/contract.ts';
import { limits } from '../../../shared/limits.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Button } from '../../ui/button.tsx';
import { changeRequest, moveRequest } from './console-actions.ts';
import { DeliverDialog } from './deliver-dialog.tsx';
import { fromLocalMoment, toLocalMoment } from './local-moment.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { SettingForm } from './setting-form.tsx';

const nextMoves = {
  pending_review: { to: 'in_development', label: 'Start development' },
  in_development: { to: 'uat', label: 'Move to UAT' },
} as const;

/** What the solutions team does with a request that is not over. */
export function DeliveryConsole({ request }: { readonly request: RequestRecord }) {
  const changeUnavailable = usePermission(appRoutes.changeRequest);
  const moveUnavailable = usePermission(appRoutes.moveRequest);
  const deliverUnavailable = usePermission(appRoutes.deliverRequest);
  const [asking, setAsking] = useState<'delivery' | 'rejection' | null>(null);
  const [isMoving, setMoving] = useState(false);
  const { status, assigned_engineer: engineer, estimated_uat_date: uatDate } = request;
  const next = status === 'pending_review' || status === 'in_development' ? nextMoves[status] : null;
  const move = async () => {
    if (next === null || isMoving) return;
    setMoving(true);
    await moveRequest(request, { to: next.to });
    setMoving(false);
  };
  return (
    <section aria-label="Delivery console" className="flex flex-col gap-3 rounded-panel bg-chrome p-3">
      <div>
        <h3 className="font-medium!">Delivery console</h3>
        <p className="text-small text-muted">In a local workspace you build and deliver the agent yourself.</p>
      </div>
      <SettingForm
        label="Engineer"
        deed="Assign"
        initial={engineer ?? ''}
        maxLength={limits.personNameLength}
        unavailable={changeUnavailable}
        onSet={(name) => changeRequest(request, { assigned_engineer: name.trim() === '' ? null : name.trim() })}
      />
      <SettingForm
        label="UAT date"
        deed={uatDate === null ? 'Set' : 'Move'}
        type="datetime-local"
        max="9999-12-31T23:59"
        initial={toLocalMoment(uatDate)}
        unavailable={changeUnavailable}
        onSet={(moment) => changeRequest(request, { estimated_uat_date: fromLocalMoment(moment) })}
      />
      <div className="flex gap-2">
        {next ? (
          <Button
            look="primary"
            size="large"
            unavailable={moveUnavailable}
            aria-busy={isMoving}
            onClick={() => void move()}
            className="flex-1"
          >
            {next.label}
          </Button>
        ) : (
          <Button
            look="primary"
            size="large"
            unavailable={deliverUnavailable}
            onClick={() => setAsking('delivery')}
            className="flex-1"
          >
            Deliver…
          </Button>
        )}
        <Button size="large" unavailable={moveUnavailable} onClick={() => setAsking('rejection')}>
          Reject…
        </Button>
      </div>
      {asking === 'delivery' && <DeliverDialog request={request} onClose={() => setAsking(null)} />}
      {asking === 'rejection' && <RejectDialog request={request} onClose={() => setAsking(null)} />}
    </section>
  );
}
