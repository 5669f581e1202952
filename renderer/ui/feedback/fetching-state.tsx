import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

type FetchingStateProps = {
  readonly illustration: ReactNode;
  /** What is fetched, in the plural: `calls`. */
  readonly noun: string;
};

/** Takes the place of an empty state while a remote is asked for the first time. */
export function FetchingState({ illustration, noun }: FetchingStateProps) {
  return (
    <div role="status" className="h-full min-h-0">
      <EmptyState illustration={illustration} title={`Fetching ${noun} …`}>
        They appear here as the remote sends them.
      </EmptyState>
    </div>
  );
}
