import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import type { Criterion } from '../../../shared/calls/scorecards.ts';
import { formatRule, criteriaQuery, refetchCriteria } from '../calls/public.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { v1 } from '../../data/service-clients.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { showActionToast } from '../../ui/feedback/toasts.ts';
import { CriterionDialog } from './criterion-dialog.tsx';

const moves = [
  { label: 'up', step: -1, Icon: ChevronUp },
  { label: 'down', step: 1, Icon: ChevronDown },
] as const;

/** The criteria by which calls are scored, in their order. */
export function ScorecardSettings() {
  const { data } = useQuery(criteriaQuery);
  const permission = useMissingPermission(v1Routes.createCriterion, v1Routes.updateCriterion, v1Routes.deleteCriterion);
  const [edited, setEdited] = useState<Criterion | 'new' | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  if (!data) return null;
  const isFull = data.length >= limits.criteria;
  const fullReason = isFull ? `A scorecard can have at most ${limits.criteria} criteria.` : null;
  return (
    <section aria-label="Scorecard" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-medium">Scorecard</h3>
          <p className="text-small text-muted">
            {data.length === 0
              ? 'Criteria by which you score calls. Add the first one to see a scorecard in each call.'
              : 'Criteria by which you score calls. If a criterion has a rule, the rule decides it until a reviewer does.'}
          </p>
        </div>
        <Button
          ref={addButton}
          size="small"
          icon={<Plus aria-hidden size={13} />}
          disabledReason={permission ?? fullReason}
          onClick={() => setEdited('new')}
        >
          Add criterion
        </Button>
      </div>
      {data.length > 0 && (
        <ol aria-label="Criteria" className="rounded-panel border border-line">
          {data.map((criterion, index) => (
            <li
              key={criterion.criterion_id}
              className="flex items-center gap-2 border-b border-line/60 px-3 py-2 last:border-b-0"
            >
              <div className="min-w-0 flex-1">
                <p className="break-words">
                  <bdi>{criterion.name}</bdi> <span className="text-small text-muted">Weight {criterion.weight}</span>
                </p>
                <p className="text-small break-words text-muted">
                  {criterion.rule ? formatRule(criterion.rule) : 'Decided by a reviewer'}
                </p>
              </div>
              {permission === null && (
                <div className="flex shrink-0">
                  {moves.map(({ label, step, Icon }) => (
                    <IconButton
                      key={label}
                      label={`Move ${criterion.name} ${label}`}
                      icon={<Icon aria-hidden size={15} />}
                      disabledReason={data[index + step] ? null : `It is the ${step < 0 ? 'first' : 'last'} criterion.`}
                      onClick={({ currentTarget }) => void moveCriterion(criterion, index + step, currentTarget)}
                    />
                  ))}
                  <IconButton
                    label={`Edit ${criterion.name}`}
                    icon={<Pencil aria-hidden size={14} />}
                    onClick={() => setEdited(criterion)}
                  />
                  <IconButton
                    label={`Delete ${criterion.name}`}
                    icon={<Trash2 aria-hidden size={14} />}
                    onClick={() => {
                      if (data.length === 1) addButton.current?.focus(); // otherwise the next row takes the focus
                      void deleteCriterion(criterion);
                    }}
                  />
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      {edited !== null && (
        <CriterionDialog criterion={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </section>
  );
}

/** Moves a criterion, and keeps the focus on the button, because the row with it moves in the document. */
async function moveCriterion({ criterion_id }: Criterion, position: number, button: HTMLElement): Promise<void> {
  try {
    await v1(v1Routes.updateCriterion, { params: { criterion_id }, json: { position } });
    await refetchCriteria();
    requestAnimationFrame(() => button.focus());
  } catch (error) {
    showRequestError('The criterion was not moved', error);
    void refetchCriteria();
  }
}

/** Deletes a criterion without confirmation and offers to undo it. */
async function deleteCriterion({ criterion_id, name }: Criterion): Promise<void> {
  try {
    await v1(v1Routes.deleteCriterion, { params: { criterion_id } });
    showActionToast(`Criterion “${name}” deleted`, 'Undo', () => void restoreCriterion(criterion_id));
  } catch (error) {
    showRequestError('The criterion was not deleted', error);
  }
  await refetchCriteria();
}

async function restoreCriterion(criterion_id: string): Promise<void> {
  try {
    await v1(v1Routes.updateCriterion, { params: { criterion_id }, json: { is_deleted: false } });
  } catch (error) {
    showRequestError('The criterion was not restored', error);
  }
  await refetchCriteria();
}
