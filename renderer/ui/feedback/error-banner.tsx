import type { ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';

type ErrorBannerProps = { readonly children: ReactNode; readonly onRetry: () => void };

/** Shows above a list that some of its items could not be loaded. */
export function ErrorBanner({ children, onRetry }: ErrorBannerProps) {
  return (
    <p role="alert" className="flex items-center gap-3 bg-bad-soft px-6 py-1.5 text-small">
      {children}
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
