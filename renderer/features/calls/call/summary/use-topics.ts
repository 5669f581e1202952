import { useMemo } from 'react';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { useDeferredTurns } from '../use-deferred-turns.ts';
import { findTopics, type Topic } from '../../../../../shared/calls/find-topics.ts';

const noTopics: readonly Topic[] = [];

/** Returns the topics of a call that has ended. Those of a long call are found after the waveform is drawn. */
export function useTopics(turns: readonly TimedTurn[], isLive: boolean): readonly Topic[] {
  const deferredTurns = useDeferredTurns(turns);
  return useMemo(() => (isLive ? noTopics : findTopics(deferredTurns)), [isLive, deferredTurns]);
}
