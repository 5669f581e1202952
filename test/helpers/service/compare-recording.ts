import type { Page } from '@playwright/test';
import { appRoutes, routeTreePaths, v1Routes } from '../../../shared/contract/contract.ts';
import { fillPath } from '../../../shared/contract/route.ts';
import { readWindowHeaders } from './fetch-as-window.ts';

export type RecordingComparison = {
  readonly turns: number;
  /** The largest distance between a turn's audible start or end and its time in the timeline. */
  readonly maxTurnErrorSeconds: number;
  /**
   * The distance between a stored peak and the loudest decoded sample of its window, 0 to 1: mean and 99th percentile.
   * The encoder can change single samples a lot: in 40 calls by up to 0.14, in 99 % of the windows by up to 0.023.
   */
  readonly meanPeakError: number;
  readonly p99PeakError: number;
  readonly decodedSeconds: number;
  readonly reportedSeconds: number;
};

/** Decodes the recording of the open call in the page and compares it with its timeline. */
export async function compareRecording(page: Page): Promise<RecordingComparison> {
  const callId = /calls\/(call_[0-9a-f]+)/.exec(page.url())?.[1] ?? '';
  const params = { call_id: callId };
  const details = routeTreePaths.app + fillPath(appRoutes.getCallDetails.path, params);
  const timeline = routeTreePaths.v1 + fillPath(v1Routes.getCallTimeline.path, params);
  return page.evaluate(compareInPage, { details, timeline, headers: await readWindowHeaders(page) });
}

/** Runs in the page, so it cannot use anything outside of this function. */
async function compareInPage(urls: {
  readonly details: string;
  readonly timeline: string;
  readonly headers: Readonly<Record<string, string>>;
}): Promise<RecordingComparison> {
  type Turn = { readonly speaker: string; readonly start_seconds: number; readonly end_seconds: number };
  type Timeline = {
    readonly turns: readonly Turn[];
    readonly peaks: { readonly per_second: number; readonly channels: readonly (readonly number[])[] };
  };
  const read = async (url: string) => (await fetch(url, { headers: urls.headers })).json();
  const { recording } = await read(urls.details);
  const { turns, peaks }: Timeline = await read(urls.timeline);
  const bytes = await (await fetch(recording.url)).arrayBuffer();
  const decoded = await new OfflineAudioContext(2, 1, 16_000).decodeAudioData(bytes);
  const { sampleRate } = decoded;
  const channels = [decoded.getChannelData(0), decoded.getChannelData(1)] as const;

  const loudest = (channel: 0 | 1, from: number, to: number) => {
    let peak = 0;
    const samples = channels[channel];
    const end = Math.min(samples.length, Math.round(to * sampleRate));
    for (let index = Math.round(from * sampleRate); index < end; index++)
      peak = Math.max(peak, Math.abs(samples[index] ?? 0));
    return peak;
  };
  /** Finds the first and last sound of a channel in a time range, in steps of 5 ms. */
  const findSound = (channel: 0 | 1, from: number, to: number) => {
    const steps = Array.from({ length: Math.ceil((to - from) / 0.005) }, (_, step) => from + step * 0.005);
    const loud = steps.filter((start) => loudest(channel, start, start + 0.005) > 0.004);
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
    maxTurnErrorSeconds,
    meanPeakError: differences.reduce((sum, difference) => sum + difference, 0) / differences.length,
    p99PeakError: differences.toSorted((a, b) => a - b)[Math.floor(differences.length * 0.99)] ?? Number.NaN,
    decodedSeconds: decoded.duration,
    reportedSeconds: recording.duration_seconds,
  };
}
