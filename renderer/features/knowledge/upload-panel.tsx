import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { keepClear } from '../../ui/feedback/use-clear-position.ts';
import { useItemRemoval } from '../../ui/tables/use-row-removal.ts';
import { useMediaQuery } from '../../ui/page/use-media-query.ts';
import { documentsQuery } from './documents-query.ts';
import type { UploadItem } from './upload-item.ts';
import { UploadRow } from './upload-row.tsx';
import { describeInterruptedUploads, describeUpload, summarizeUploads } from './upload-progress.ts';
import { uploads } from './uploads.ts';

/**
 * The upload queue at the bottom of the window. It is visible in all views and can be collapsed to one line. It is collapsed at first in a low
 * window, in other views than Knowledge when all files were added and there is nothing to say about them, and when the user has gone
 * on to another view after all files were added, or were not.
 */
export function UploadPanel({ items }: { readonly items: readonly UploadItem[] }) {
  const isLow = useMediaQuery('(max-height: 480px)');
  const [chosen, setIsCollapsed] = useState<boolean | null>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [unsettledPath, setUnsettledPath] = useState(path);
  const list = useItemRemoval<HTMLUListElement>();
  const records = useQuery(documentsQuery).data ?? [];
  const rows = items.map((item) => {
    const { stage } = item;
    const record =
      stage.name === 'uploaded' ? records.find(({ document_id }) => document_id === stage.documentId) : undefined;
    return { item, record, progress: describeUpload(item, record) };
  });
  const waiting = rows.filter(({ progress }) => progress.phase === 'needs_confirmation');
  const others = rows.filter(({ progress }) => progress.phase !== 'needs_confirmation');
  const done = rows.filter(({ progress }) => progress.phase === 'done');
  const isQuiet = rows.every(({ progress }) => progress.phase === 'done' && progress.reason === null);
  const isSettled = rows.every(({ progress }) => progress.phase === 'done' || progress.phase === 'failed');
  // The view in which the user saw how the last file ended.
  if (!isSettled && path !== unsettledPath) setUnsettledPath(path);
  const isElsewhere = path !== '/knowledge' && (isQuiet || (isSettled && path !== unsettledPath));
  const isCollapsed = chosen ?? (isLow || isElsewhere);
  const interrupted = describeInterruptedUploads(items);
  const isBusy = rows.some(({ progress }) => progress.phase === 'in_progress');
  return (
    <section {...keepClear} aria-label="Upload queue" className="relative shrink-0 border-t border-line bg-chrome">
      {isBusy && (
        <ProgressBar
          label="All uploads"
          fraction={done.length / rows.length}
          className="absolute inset-x-0 -top-px rounded-none"
        />
      )}
      <div className="flex h-9 items-center gap-2 pr-3 pl-6">
        <h2 className="font-medium whitespace-nowrap">{formatCount(items.length, 'upload')}</h2>
        <p role="status" className="min-w-0 flex-1 truncate text-small text-muted">
          {summarizeUploads(rows.map(({ progress }) => progress.phase))}
        </p>
        {isCollapsed && waiting.length > 0 && (
          <Button size="small" onClick={() => setIsCollapsed(false)}>
            Review files
          </Button>
        )}
        {done.length > 0 && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              for (const { item } of done) uploads.dismiss(item.id);
            }}
          >
            Clear finished
          </Button>
        )}
        <IconButton
          label={isCollapsed ? 'Expand uploads' : 'Collapse uploads'}
          aria-expanded={!isCollapsed}
          side="top"
          icon={isCollapsed ? <ChevronUp aria-hidden size={15} /> : <ChevronDown aria-hidden size={15} />}
          onClick={() => setIsCollapsed(!isCollapsed)}
        />
      </div>
      {interrupted !== null && (
        <p role="alert" className="px-6 pb-2 text-small text-bad">
          {interrupted}
        </p>
      )}
      {!isCollapsed && (
        // Keyboard users scroll the list by moving the focus through the buttons of its rows.
        <ul
          ref={list}
          aria-label="Files"
          className="max-h-[min(12.5rem,25vh)] overflow-auto border-t border-line/60 pb-1"
        >
          {[...waiting, ...others].map(({ item, record, progress }) => (
            <UploadRow key={item.id} item={item} record={record} progress={progress} />
          ))}
        </ul>
      )}
    </section>
  );
}
