import { Circle, CircleCheck } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { checkRequestDraft } from './check-request-draft.ts';
import type { RequestDraft } from './request-draft.ts';

/** Shows which points of a good build request the draft covers, while the user types. */
export function RequestChecklist({ draft }: { readonly draft: RequestDraft }) {
  const objective = useDeferredValue(draft.objective);
  const audience = useDeferredValue(draft.target_audience);
  const points = useMemo(() => checkRequestDraft({ objective, target_audience: audience }), [objective, audience]);
  const covered = points.filter(({ isCovered }) => isCovered).length;
  return (
    <aside aria-label="What to include" className="flex min-w-0 flex-[2] flex-col gap-2">
      <h2 className="font-medium!">What to include</h2>
      <p role="status" className="text-small text-muted">
        {covered} of {points.length} points covered
      </p>
      <ul className="flex flex-col gap-2">
        {points.map(({ id, label, hint, isCovered }) => (
          <li key={id} className="flex gap-2">
            {isCovered ? (
              <CircleCheck aria-hidden size={14} className="mt-0.75 shrink-0 text-good" />
            ) : (
              <Circle aria-hidden size={14} className="mt-0.75 shrink-0 text-edge" />
            )}
            <div className="min-w-0">
              <p className={isCovered ? 'text-muted' : ''}>
                {label}
                <span className="sr-only">{isCovered ? ', covered' : ', not covered'}</span>
              </p>
              {!isCovered && <p className="text-small text-muted">{hint}</p>}
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}
