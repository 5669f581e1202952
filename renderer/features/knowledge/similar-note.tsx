import { useNavigate } from '@tanstack/react-router';
import { v1Routes } from '../../../shared/contract/contract.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { decideSimilar } from './document-actions.ts';

/** Offers to make a document the new version of an older one with nearly the same text. */
export function SimilarNote({ document }: { readonly document: DocumentRecord }) {
  const { similar } = document;
  const navigate = useNavigate();
  const disabledReason = useMissingPermission(v1Routes.decideSimilarDocument);
  const [isBusy, run] = useBusy();
  if (!similar) return null;
  const replace = async () => {
    const documentId = await decideSimilar(document, similar, 'replace');
    if (documentId !== null) await navigate({ to: '/knowledge', search: { document: documentId, tab: 'versions' } });
  };
  return (
    <div
      role="note"
      aria-label="Similar document"
      className="mx-4 mb-3 flex flex-col gap-2.5 rounded-control border border-line bg-chrome p-3"
    >
      <p className="break-words select-text">
        “{similar.title}” has nearly the same text. Agents use both. If you replace it, its history keeps both as
        versions.
      </p>
      <div className="flex flex-wrap gap-1.5">
        <Button disabledReason={disabledReason} aria-busy={isBusy} onClick={() => void run(replace)}>
          <span className="max-w-64 truncate">Replace “{similar.title}”</span>
        </Button>
        <Button
          disabledReason={disabledReason}
          onClick={() => void run(() => decideSimilar(document, similar, 'keep_both'))}
        >
          Keep both
        </Button>
      </div>
    </div>
  );
}
