import { Button } from './button.tsx';
import { Drawing } from './drawing.tsx';
import { Empty } from './empty.tsx';

type FailureProps = { readonly title: string; readonly detail: string; readonly onRetry: () => void };

/** What could not be shown, why, and the way to try again. */
export function Failure({ title, detail, onRetry }: FailureProps) {
  return (
    <div role="alert" className="h-full">
      <Empty drawing={<Drawing name="unplugged" />} title={title} action={<Button onClick={onRetry}>Try again</Button>}>
        {detail}
      </Empty>
    </div>
  );
}
