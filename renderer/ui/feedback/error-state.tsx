import { Button } from '../buttons/button.tsx';
import { Illustration } from './illustration.tsx';
import { EmptyState } from './empty-state.tsx';

type ErrorStateProps = { readonly title: string; readonly detail: string; readonly onRetry: () => void };

/** Replaces a view that could not be loaded: names the error and offers to try again. */
export function ErrorState({ title, detail, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="h-full">
      <EmptyState
        illustration={<Illustration name="unplugged" />}
        title={title}
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        {detail}
      </EmptyState>
    </div>
  );
}
