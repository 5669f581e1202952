import { Button } from '../buttons/button.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { Illustration } from '../feedback/illustration.tsx';

type NoFilterResultsProps = {
  readonly filter: string;
  /** What to try instead. */
  readonly children: string;
  readonly onClear: () => void;
};

/** Shown in place of the rows of a table if none matches the filter text. */
export function NoFilterResults({ filter, children, onClear }: NoFilterResultsProps) {
  return (
    <EmptyState
      illustration={<Illustration name="search" />}
      title={`No results for “${filter}”`}
      action={<Button onClick={onClear}>Clear filter</Button>}
    >
      {children}
    </EmptyState>
  );
}
