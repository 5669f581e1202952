import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyEvent } from './live/apply-event.ts';
import { openLiveEvents } from './live/live-events.ts';

/** Puts the window on the page. */
export function start(): void {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no place for the window.');
  openLiveEvents(applyEvent);
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
