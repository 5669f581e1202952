import { Link, type LinkProps } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';

type OverviewSectionProps = {
  readonly title: string;
  /** The room that tells all of it. */
  readonly more?: { readonly label: string; readonly link: Pick<LinkProps, 'to' | 'search'> };
  readonly children: ReactNode;
};

/** A part of the overview, under its name, with the way to the room that it is from. */
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
            className="-mr-1.5 rounded-control px-1.5 py-0.5 text-small text-muted hover:bg-well hover:text-ink"
          >
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

/** What a part says in place of rows. */
export function SectionNote({ children }: { readonly children: ReactNode }) {
  return <p className="text-muted">{children}</p>;
}
