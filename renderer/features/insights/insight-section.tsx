import { useId, type ReactNode } from 'react';
import { formatError } from '../../format/format-error.ts';
import { formatNumber } from '../../format/format-number.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useIsLinked } from '../../data/session/session-query.ts';

type InsightSectionProps = {
  readonly title: string;
  /** Why the remote of a linked workspace has no data for this section. */
  readonly linkedNotice: string;
  /** The content in a local workspace. */
  readonly children: ReactNode;
};

/** A section of the insights about documents, which the remote of a linked workspace does not report on. */
export function InsightSection({ title, linkedNotice, children }: InsightSectionProps) {
  const titleId = useId();
  const isLinked = useIsLinked();
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <h2 id={titleId} className="flex h-8 items-center text-section">
        {title}
      </h2>
      {isLinked ? <p className="text-muted">{linkedNotice}</p> : children}
    </section>
  );
}

/** The placeholder of the sentence that a section begins with, as high as one line. */
export function SectionSkeleton({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label} className="fade-in-delayed flex h-5 items-center">
      <span className="h-2.5 w-1/2 rounded-full bg-well" />
    </div>
  );
}

type SectionErrorProps = {
  /** A sentence: what could not be loaded. */
  readonly message: string;
  readonly error: Error;
  readonly onRetry: () => unknown;
};

export function SectionError({ message, error, onRetry }: SectionErrorProps) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-2 text-muted">
      {message} {formatError(error)}
      <Button size="small" onClick={() => void onRetry()}>
        Try again
      </Button>
    </p>
  );
}

type ShowAllButtonProps = {
  /** The name of the list, for screen readers, if there are several in a section. */
  readonly label?: string;
  readonly count: number;
  readonly showsAll: boolean;
  readonly onChange: (showsAll: boolean) => void;
};

/** Shows all rows of a list, or the first ones again. */
export function ShowAllButton({ label, count, showsAll, onChange }: ShowAllButtonProps) {
  const text = showsAll ? 'Show fewer' : `Show all ${formatNumber(count)}`;
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={label === undefined ? undefined : `${text}: ${label}`}
      onClick={() => onChange(!showsAll)}
    >
      {text}
    </Button>
  );
}
