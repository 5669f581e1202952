import { Circle, CircleCheck } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { checkRequestDraft } from './check-request-draft.ts';
import type { RequestDraft } from './request-draft.ts';

/** What a good brief says, and what this one may still lack: hints, for words can be read in many ways. */
export function RequestChecklist({ brief }: { readonly brief: RequestDraft }) {
  const objective = useDeferredValue(brief.objective);
  const audience = useDeferredValue(brief.target_audience);
  const points = useMemo(() => checkRequestDraft({ objective, target_audience: audience }), [objective, audience]);
  const covered = points.filter(({ isCovered }) => isCovered).length;
  return (
    <aside aria-label="What a good brief says" className="flex min-w-0 flex-[2] flex-col gap-2">
      <h2 className="font-medium!">What a good brief says</h2>
      <p role="status" className="text-small text-muted">
        {covered === points.length
          ? 'This one seems to say it all.'
          : `This one seems to say ${covered} of ${points.length}. The rest can be added now or asked about later.`}
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
                <span className="sr-only">{isCovered ? ', said' : ', not found'}</span>
              </p>
              {!isCovered && <p className="text-small text-muted">{hint}</p>}
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}
