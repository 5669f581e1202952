import { limits } from '../../../shared/contract/limits.ts';
import { formatSize } from '../../format/format-size.ts';
import { Illustration } from '../../ui/feedback/illustration.tsx';

/** Covers the window while files are dragged over it and shows which files are accepted. */
export function DropOverlay({ disabledReason }: { readonly disabledReason: string | null }) {
  return (
    <div className="fade-in pointer-events-none absolute inset-0 z-40 bg-surface/85 p-3 backdrop-blur-sm">
      <div
        role="status"
        className="flex h-full flex-col items-center justify-center rounded-panel border-2 border-dashed border-accent text-center"
      >
        <div className="text-accent">
          <Illustration name="documents" />
        </div>
        <p className="mt-4 text-title font-semibold">
          {disabledReason ? 'You can’t add documents' : 'Drop to add to the knowledge base'}
        </p>
        <p className="mt-1 text-muted">
          {disabledReason ??
            `PDF, DOCX or TXT files, or folders of them. Up to ${formatSize(limits.uploadBytes)} per file.`}
        </p>
      </div>
    </div>
  );
}
