import { Button } from '../ui/buttons/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Illustration } from '../ui/feedback/illustration.tsx';

/** Shown instead of the window in a browser that the service does not know. */
export function SignedOut() {
  return (
    <main className="h-full">
      <h1 className="sr-only">Switchboard</h1>
      <EmptyState
        illustration={<Illustration name="unplugged" />}
        title="This browser is not signed in"
        action={<Button onClick={() => location.reload()}>Try again</Button>}
      >
        Each URL that Switchboard prints opens one window. Your data is unchanged. To open another window, open the file
        open-window.html in the data folder with this browser, or start Switchboard again.
      </EmptyState>
    </main>
  );
}
