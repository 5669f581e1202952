import { lazyComponent } from '../../../data/lazy-component.ts';

/** A trial with its transcript and player, whose code is loaded when it is shown first. */
export const TrialCall = lazyComponent(async () => (await import('./trial-call.tsx')).TrialCall);
