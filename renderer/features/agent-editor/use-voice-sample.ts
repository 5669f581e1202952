import { useCallback, useEffect, useRef, useState } from 'react';
import type { AgentDefinition } from '../../../shared/agents/agent-definition.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { app } from '../../data/service-clients.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { getAudioContext, pause } from '../recordings/public.ts';

type SampleVoice = Pick<AgentDefinition, 'voice' | 'speaking_rate_percent'>;

/** Returns whether a sample is created or played, and a function that plays a text, or stops it while it is played. */
export function useVoiceSample() {
  const [isPlaying, setPlaying] = useState(false);
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);
  const toggle = useCallback(async (text: string, { voice, speaking_rate_percent }: SampleVoice) => {
    if (current.current) return current.current.abort();
    const controller = new AbortController();
    current.current = controller;
    setPlaying(true);
    pause(); // a recording that plays
    try {
      await playSample(text.slice(0, limits.voiceSampleLength), { voice, speaking_rate_percent }, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) showRequestError('The voice could not be played', error);
    }
    current.current = null;
    setPlaying(false);
  }, []);
  return { isPlaying, toggle };
}

async function playSample(text: string, voice: SampleVoice, signal: AbortSignal): Promise<void> {
  const context = getAudioContext();
  const response = await app(appRoutes.createVoiceSample, { json: { text, ...voice }, signal });
  const buffer = await context.decodeAudioData(await response.arrayBuffer());
  if (signal.aborted) return;
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(context.destination);
  await new Promise<void>((resolve) => {
    source.addEventListener('ended', () => resolve(), { once: true });
    signal.addEventListener('abort', () => source.stop(), { once: true });
    source.start();
  });
}
