import { Link } from '@tanstack/react-router';
import type { Overview } from '../../shared/overview.ts';
import { formatCount } from '../format/format-number.ts';
import { describeStatus } from '../knowledge/document-status.ts';
import { Progress } from '../ui/progress.tsx';
import { Status } from '../ui/status.tsx';
import { RoomRow, RoomRows, rowLinkLook } from './room-row.tsx';
import { RoomSection } from './room-section.tsx';

type ReadingRowsProps = { readonly reading: Overview['reading'] };

/** Documents that are being read, while there are any. */
export function ReadingRows({ reading: { total, data } }: ReadingRowsProps) {
  if (total === 0) return null;
  const more = total - data.length;
  return (
    <RoomSection title="Being read" more={{ label: 'All documents', place: { to: '/knowledge', search: {} } }}>
      <RoomRows label="Documents being read">
        {data.map((document) => (
          <ReadingRow key={document.document_id} document={document} />
        ))}
      </RoomRows>
      {more > 0 && <p className="pt-1.5 text-small text-muted">and {formatCount(more, 'more', 'more')}</p>}
    </RoomSection>
  );
}

function ReadingRow({ document }: { readonly document: Overview['reading']['data'][number] }) {
  const { tone, word, share } = describeStatus(document);
  return (
    <RoomRow>
      <Link
        to="/knowledge"
        search={{ document: document.document_id }}
        className={`min-w-0 flex-1 truncate font-medium ${rowLinkLook}`}
      >
        {document.title}
      </Link>
      <span className="relative flex h-full w-44 shrink-0 flex-col justify-center">
        <Status tone={tone} word={word} />
        {share !== undefined && (
          <Progress label={`Reading ${document.title}`} share={share} className="absolute right-0 bottom-1 left-5" />
        )}
      </span>
    </RoomRow>
  );
}
