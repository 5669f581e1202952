import type { ReactNode } from 'react';

type EmptyStateProps = {
  readonly illustration: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
};

/** Explains an empty view with an illustration, a title and an action. */
export function EmptyState({ illustration, title, children, action }: EmptyStateProps) {
  return (
    <div className="fade-in h-full min-h-0 overflow-y-auto">
      <div className="flex min-h-full flex-col items-center justify-center px-6 py-8 text-center">
        <div className="text-muted">{illustration}</div>
        <h2 className="mt-4 text-section">{title}</h2>
        {children && <p className="mt-1 max-w-96 text-balance text-muted">{children}</p>}
        {action && <div className="mt-4 flex gap-2">{action}</div>}
      </div>
    </div>
  );
}
