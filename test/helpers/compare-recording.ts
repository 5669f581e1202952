import type { Page } from '@playwright/test';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract.ts';
import { fillPath } from '../../shared/route.ts';

export type RecordingComparison = {
  readonly turns: number;
  /** How far at most a turn's sound begins or ends from where the timeline says. */
  readonly maxTurnErrorSeconds: number;
  /**
   * How far a stored peak is from the loudest decoded sample of its stretch, 0 to 1: on average, and 99 of 100 at most.
   * The encoder may move a single one by far, each time another: in 40 calls, the worst of them by .14, 99 of 100 by .023.
   */
  readonly meanPeakError: number;
  readonly p99PeakError: number;
  readonly decodedSeconds: number;
  readonly reportedSeconds: number;
};

/** Decodes the recording of the call that the page shows, in the page, and holds it against its timeline. */
export function compareRecording(page: Page): Promise<RecordingComparison> {
  const callId = /calls\/(call_[0-9a-f]+)/.exec(page.url())?.[1] ?? '';
  const params = { call_id: callId };
  const details = routeTreePaths.app + fillPath(appRoutes.getCallDetails.path, params);
  const timeline = routeTreePaths.v1 + fillPath(v1Routes.getCallTimeline.path, params);
  return page.evaluate(compareInPage, { details, timeline });
}

/** Runs in the page: what it needs is inside of it. */
async function compareInPage(addresses: {
  readonly details: string;
  readonly timeline: string;
}): Promise<RecordingComparison> {
  type Turn = { readonly speaker: string; readonly start_seconds: number; readonly end_seconds: number };
  type Told = {
    readonly turns: readonly Turn[];
    readonly peaks: { readonly per_second: number; readonly channels: readonly (readonly number[])[] };
  };
  const read = async (address: string) => (await fetch(address)).json();
  const { recording } = await read(addresses.details);
  const { turns, peaks }: Told = await read(addresses.timeline);
  const bytes = await (await fetch(recording.url)).arrayBuffer();
  const decoded = await new OfflineAudioContext(2, 1, 16_000).decodeAudioData(bytes);
  const { sampleRate } = decoded;
  const channels = [decoded.getChannelData(0), decoded.getChannelData(1)] as const;

  const loudest = (channel: 0 | 1, from: number, to: number) => {
    let peak = 0;
    const samples = channels[channel];
    for (let at = Math.round(from * sampleRate); at < Math.min(samples.length, Math.round(to * sampleRate)); at++)
      peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  };
  /** Where between two times a channel sounds first and last, in steps of 5 ms. */
  const findSound = (channel: 0 | 1, from: number, to: number) => {
    const steps = Array.from({ length: Math.ceil((to - from) / 0.005) }, (_, step) => from + step * 0.005);
    const loud = steps.filter((at) => loudest(channel, at, at + 0.005) > 0.004);
    return { start: loud[0] ?? Number.NaN, end: (loud.at(-1) ?? Number.NaN) + 0.005 };
  };

  let maxTurnErrorSeconds = 0;
  for (const { speaker, start_seconds, end_seconds } of turns) {
    const { start, end } = findSound(speaker === 'agent' ? 0 : 1, start_seconds - 0.12, end_seconds + 0.12);
    maxTurnErrorSeconds = Math.max(maxTurnErrorSeconds, Math.abs(start - start_seconds), Math.abs(end - end_seconds));
  }
  const differences: number[] = [];
  for (const channel of [0, 1] as const) {
    (peaks.channels[channel] ?? []).forEach((peak, index) => {
      const from = index / peaks.per_second;
      differences.push(Math.abs(peak - loudest(channel, from, from + 1 / peaks.per_second)));
    });
  }
  return {
    turns: turns.length,
    maxTurnErrorSeconds: maxTurnErrorSeconds,
    meanPeakError: differences.reduce((sum, difference) => sum + difference, 0) / differences.length,
    p99PeakError: differences.toSorted((a, b) => a - b)[Math.floor(differences.length * 0.99)] ?? Number.NaN,
    decodedSeconds: decoded.duration,
    reportedSeconds: recording.duration_seconds,
  };
}
