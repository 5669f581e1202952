import { Link } from '@tanstack/react-router';
import { Check, FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { v1Routes } from '../../shared/contract.ts';
import type { KnowledgeGap, KnowledgeGapResolution } from '../../shared/knowledge-gaps.ts';
import { useCommand } from '../commands/command-context.tsx';
import { formatClock } from '../format/format-clock.ts';
import { formatError } from '../format/format-error.ts';
import { formatCount, formatNumber } from '../format/format-number.ts';
import { setUploadQuestion } from '../knowledge/upload-question.ts';
import { v1 } from '../service-clients.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { Button } from '../ui/button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { showErrorToast } from '../ui/toasts.ts';
import { useBusy } from '../ui/use-busy.ts';

type KnowledgeGapRowProps = {
  readonly gap: KnowledgeGap;
  /** Called when the documents answer the question now. */
  readonly onResolved: (resolution: KnowledgeGapResolution) => void;
};

/** A question without an answer: its count, its calls and its actions. */
export function KnowledgeGapRow({ gap: { question, count, question_ids, calls }, onResolved }: KnowledgeGapRowProps) {
  const addDocuments = useCommand('add-documents');
  const disabledReason = useMissingPermission(v1Routes.resolveKnowledgeGap);
  const [isBusy, run] = useBusy();
  const [isStillOpen, setStillOpen] = useState(false);
  const resolve = async () => {
    setStillOpen(false);
    try {
      const resolution = await v1(v1Routes.resolveKnowledgeGap, { json: { question_ids } });
      if (resolution.is_resolved) onResolved(resolution);
      else setStillOpen(true);
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
        <p className="flex flex-wrap gap-x-3 text-small text-muted">
          {calls.map(({ call_id, agent_name, position, start_seconds, asked_at, question: asked }) => (
            <Link
              key={`${call_id} ${position}`}
              to="/calls/$callId"
              params={{ callId: call_id }}
              search={{ t: start_seconds }}
              title={`${agent_name}: “${asked}”`}
              className="rounded-control hover:text-ink hover:underline"
            >
              <RelativeTime at={asked_at} /> at {formatClock(start_seconds)}
            </Link>
          ))}
          {count > calls.length && <span>and {formatNumber(count - calls.length)} earlier</span>}
        </p>
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
