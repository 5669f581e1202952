import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyComponent } from './data/lazy-component.ts';
import { queryClient } from './data/query-client.ts';
import { useWindowLocked } from './data/session/lock-state.ts';
import { router } from './shell/router.tsx';
import { KeptTexts } from './shell/window-lock/kept-texts.tsx';
import { TooltipProvider } from './ui/dialogs/tooltip.tsx';
import { useWasIdle } from './ui/page/use-was-idle.ts';

const LockScreen = lazyComponent(async () => (await import('./shell/window-lock/lock-screen.tsx')).LockScreen);
const Toasts = lazyComponent(async () => (await import('./ui/feedback/toast-viewport.tsx')).Toasts);

export function App() {
  const isLocked = useWindowLocked((state) => state.isLocked);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider delay={500}>
          {isLocked ? (
            <Suspense>
              <LockScreen onUnlock={reloadPage} />
            </Suspense>
          ) : (
            <>
              <RouterProvider router={router} />
              <KeptTexts />
              <LazyToasts />
            </>
          )}
        </TooltipProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}

/** Loads the code that shows toasts. They wait for it. */
function LazyToasts() {
  const wasIdle = useWasIdle();
  return <Suspense>{wasIdle && <Toasts />}</Suspense>;
}

function reloadPage(): void {
  location.reload();
}
