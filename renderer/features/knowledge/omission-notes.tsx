import { Info, TriangleAlert } from 'lucide-react';
import { describeOmissions, type DocumentOmission, type Omission } from '../../../shared/knowledge/omissions.ts';
import { isWarning } from './omission-warnings.ts';
import { PageButton } from './page-button.tsx';

type DocumentOmissionsProps = {
  readonly omissions: readonly DocumentOmission[];
  readonly onOpenPage: ((page: number) => void) | null;
};

/** Lists what the text of a document leaves out, with the pages. */
export function DocumentOmissions({ omissions, onOpenPage }: DocumentOmissionsProps) {
  return (
    <div role="note" aria-label="What agents don’t read" className="border-b border-line/60 bg-chrome px-4 py-3">
      <ul className="flex flex-col gap-1.5 text-small">
        {omissions.map(({ kind, count, pages }) => (
          <li key={kind} className="flex items-start gap-2">
            <OmissionIcon tone={isWarning({ kind, count }) ? 'warning' : 'information'} />
            <span className="flex min-w-0 flex-wrap gap-x-2 select-text">
              <span>{describeOmissions([{ kind, count }])}</span>
              {pages.map(({ first, last }) => (
                <PageButton key={first} page={first} last={last} onOpen={onOpenPage && (() => onOpenPage(first))} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type SectionOmissionsProps = { readonly page: number | null; readonly omissions: readonly Omission[] };

/** Says in its place what a section leaves out. */
export function SectionOmissions({ page, omissions }: SectionOmissionsProps) {
  if (omissions.length === 0) return null;
  const pages = page === null ? [] : [{ first: page, last: page }];
  return (
    <p className="flex items-start gap-2 rounded-control bg-well px-2 py-1.5 text-small select-text">
      <OmissionIcon tone={omissions.some(isWarning) ? 'warning' : 'information'} />
      <span className="min-w-0">{describeOmissions(omissions.map((omission) => ({ ...omission, pages })))}</span>
    </p>
  );
}

function OmissionIcon({ tone }: { readonly tone: 'warning' | 'information' }) {
  return tone === 'warning' ? (
    <TriangleAlert role="img" aria-label="Warning" size={13} className="mt-px shrink-0 text-warn" />
  ) : (
    <Info role="img" aria-label="Information" size={13} className="mt-px shrink-0 text-muted" />
  );
}
