import { Check, FilePlus2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import {
  gapCallsPageSize,
  type KnowledgeGap,
  type KnowledgeGapCall,
  type KnowledgeGapResolution,
} from '../../../shared/insights/knowledge-gaps.ts';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { formatError } from '../../format/format-error.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { setUploadQuestion } from '../knowledge/public.ts';
import { v1 } from '../../data/service-clients.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showErrorToast } from '../../ui/feedback/toasts.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { CallMomentLink } from './call-moment-link.tsx';

type KnowledgeGapRowProps = {
  readonly gap: KnowledgeGap;
  /** True if the documents did not answer the question when the user resolved it. */
  readonly isStillOpen: boolean;
  /** Called with null before the documents are asked, then with what they said. */
  readonly onResolution: (resolution: KnowledgeGapResolution | null) => void;
};

/** A question without an answer: its count, its calls and its actions. */
export function KnowledgeGapRow({ gap, isStillOpen, onResolution }: KnowledgeGapRowProps) {
  const { question, count, question_ids } = gap;
  const addDocuments = useCommand('add-documents');
  const disabledReason = useMissingPermission(v1Routes.resolveKnowledgeGap);
  const [isBusy, run] = useBusy();
  const resolve = async () => {
    onResolution(null);
    try {
      onResolution(await v1(v1Routes.resolveKnowledgeGap, { json: { question_ids } }));
    } catch (error) {
      showErrorToast(`“${question}” was not resolved`, formatError(error));
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line/60 py-2.5">
      <span className="w-8 shrink-0 text-right text-section tabular-nums" title={formatCount(count, 'question')}>
        {formatNumber(count)}
      </span>
      <div className="min-w-60 flex-1">
        <p className="wrap-anywhere select-text">
          <bdi>{question}</bdi>
        </p>
        <GapCalls key={question_ids.join(' ')} gap={gap} />
        <p role="status" className="text-small text-warn empty:hidden">
          {isStillOpen && 'Your documents still do not answer this question.'}
        </p>
      </div>
      <div className="flex shrink-0 gap-2">
        <Button
          size="small"
          icon={<FilePlus2 aria-hidden size={13} />}
          aria-label={`Add document for “${question}”`}
          disabledReason={addDocuments.disabledReason}
          onClick={() => {
            setUploadQuestion(question);
            addDocuments.run();
          }}
        >
          Add document
        </Button>
        <Button
          size="small"
          icon={<Check aria-hidden size={13} />}
          aria-label={`Resolve “${question}”`}
          aria-busy={isBusy}
          disabledReason={disabledReason}
          onClick={() => void run(resolve)}
        >
          Resolve
        </Button>
      </div>
    </li>
  );
}

/** Links to the calls of a gap, at the moment of the question: the latest ones, and earlier ones on request. */
function GapCalls({ gap: { question, count, question_ids, calls } }: { readonly gap: KnowledgeGap }) {
  const [earlier, setEarlier] = useState<readonly KnowledgeGapCall[]>([]);
  /** The number of questions whose calls are shown. Those of resolved questions are left out. */
  const [offset, setOffset] = useState(calls.length);
  const [isBusy, run] = useBusy();
  const links = useRef<HTMLParagraphElement>(null);
  /** The index of the first link that was added last. It gets the focus, because the button moves, or is removed. */
  const [added, setAdded] = useState<{ readonly index: number } | null>(null);
  useEffect(() => {
    if (!added) return;
    const all = [...(links.current?.querySelectorAll('a') ?? [])];
    (all[added.index] ?? all.at(-1))?.focus(); // their questions can have been resolved meanwhile
  }, [added]);
  const showEarlier = async () => {
    try {
      const { data } = await v1(v1Routes.listKnowledgeGapCalls, { json: { question_ids, offset } });
      const shown = new Set([...calls, ...earlier].map(getKey));
      setEarlier([...earlier, ...data.filter((call) => !shown.has(getKey(call)))]);
      setOffset(offset + gapCallsPageSize);
      setAdded({ index: calls.length + earlier.length });
    } catch (error) {
      showErrorToast(`The earlier calls of “${question}” were not loaded`, formatError(error));
    }
  };
  const moreCount = Math.min(count - offset, gapCallsPageSize);
  return (
    <p ref={links} className="flex flex-wrap gap-x-3 text-small text-muted">
      {[...calls, ...earlier].map((call) => (
        <CallMomentLink
          key={getKey(call)}
          call={call}
          at={call.asked_at}
          title={`${call.agent_name}: “${call.question}”`}
        />
      ))}
      {moreCount > 0 && (
        <button
          type="button"
          aria-busy={isBusy}
          aria-label={`Show ${formatCount(moreCount, 'earlier call')} of “${question}”`}
          className="rounded-control text-accent hover:underline"
          onClick={() => void run(showEarlier)}
        >
          Show {formatNumber(moreCount)} earlier
        </button>
      )}
    </p>
  );
}

const getKey = ({ call_id, position }: KnowledgeGapCall) => `${call_id} ${position}`;
