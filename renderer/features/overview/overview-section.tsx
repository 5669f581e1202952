import { Link, type LinkProps } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';

type OverviewSectionProps = {
  readonly title: string;
  /** Link to the view with the full list. */
  readonly more?: { readonly label: string; readonly link: Pick<LinkProps, 'to' | 'search'> };
  readonly children: ReactNode;
};

/** A section of the overview with a title and a link. */
export function OverviewSection({ title, more, children }: OverviewSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className="flex h-8 items-center justify-between">
        <h2 id={titleId} className="text-section">
          {title}
        </h2>
        {more && (
          <Link
            {...more.link}
            className="-mr-1.5 rounded-control px-1.5 py-0.5 text-small text-muted hover:bg-highlight hover:text-ink"
          >
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

/** A note in place of the rows of a section. */
export function SectionNote({ children }: { readonly children: ReactNode }) {
  return <p className="text-muted">{children}</p>;
}
