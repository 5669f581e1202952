import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { estimateTurnTimes } from '../../electron/service/features/recordings/estimate-turn-times.ts';
import { RecordingAnalyzer } from '../../electron/service/features/recordings/recording-analyzer.ts';
import type { CallTimeline } from '../../shared/calls/calls.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { createIdCounter } from '../helpers/clock/id-counter.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';

const perSecond = 50;

/** Returns one second of sound per entry of the speaker, with a pause of half a second after each. */
function createPeaks(speakers: readonly ('agent' | 'user')[], hasOwnChannels: boolean) {
  const sound = (isLoud: boolean) => [...Array<number>(perSecond).fill(isLoud ? 200 : 0), ...Array<number>(25).fill(0)];
  const toChannel = (speaker: 'agent' | 'user') =>
    new Uint8Array(speakers.flatMap((one) => sound(!hasOwnChannels || one === speaker)));
  return { perSecond, channels: [toChannel('agent'), toChannel('user')] as const };
}

const estimateStarts = (turns: Parameters<typeof estimateTurnTimes>[0], peaks: ReturnType<typeof createPeaks>) =>
  estimateTurnTimes(turns, peaks, peaks.channels[0].length / perSecond).map(({ startMs }) => startMs / 1000);

describe('estimateTurnTimes', () => {
  test('finds the turns of two speakers on one channel by the lengths of their texts', () => {
    const turns = [
      { speaker: 'agent', text: 'x'.repeat(60) },
      { speaker: 'user', text: 'x'.repeat(20) },
      { speaker: 'agent', text: 'x'.repeat(40) },
    ] as const;
    const peaks = createPeaks(['agent', 'agent', 'agent', 'user', 'agent', 'agent'], false);
    expect(estimateStarts(turns, peaks)).toEqual([0, 4.5, 6]);
  });

  test('trusts the channels more than the lengths', () => {
    const turns = [
      { speaker: 'agent', text: 'Yes.' },
      { speaker: 'user', text: 'x'.repeat(80) },
    ] as const;
    expect(estimateStarts(turns, createPeaks(['agent', 'agent', 'user'], true))).toEqual([0, 3]);
  });

  test('divides the time evenly if there are fewer sounds than turns', () => {
    const turns = Array.from({ length: 4 }, () => ({ speaker: 'agent', text: 'Hello' }) as const);
    expect(estimateStarts(turns, createPeaks(['agent', 'user'], false))).toEqual([0, 0.625, 1.25, 1.875]);
  });

  test('stays within a silent recording, and accepts an empty transcript', () => {
    const silent = { perSecond, channels: [new Uint8Array(500), new Uint8Array(500)] as const };
    const turns = [{ speaker: 'agent', text: '' }] as const;
    expect(estimateTurnTimes(turns, silent, 10)).toEqual([{ startMs: 0, endMs: 10_000 }]);
    expect(estimateTurnTimes([], silent, 10)).toEqual([]);
  });
});

describe('a recorded call', () => {
  const analyzer = new RecordingAnalyzer();
  let service: StartedService;
  let path: string;
  let timeline: CallTimeline;
  beforeAll(async () => {
    // Both have natural voices.
    service = await startService({ newId: createIdCounter() });
    await service.app(appRoutes.createWorkspace, {
      json: { kind: 'local', name: 'Call workspace', industry: '', email: '' },
    });
    const [agent] = (await service.app(appRoutes.listAgentRecords, {})).data;
    const { call_id } = await service.app(appRoutes.placeSimulatedCall, {
      json: { agent_id: agent?.agent_id ?? '', recipient_number: '+15551000001', persona: 'interested' },
    });
    await waitForCall(service.v1, call_id);
    timeline = await service.v1(v1Routes.getCallTimeline, { params: { call_id } });
    const { workspace } = await service.app(appRoutes.getSession, {});
    path = join(service.dataDir, 'workspaces', workspace?.workspace_id ?? '', 'recordings', `${call_id}.mp3`);
  });
  afterAll(async () => {
    await analyzer.close();
    await service.stop();
  });

  test('has the peaks that were computed while it was recorded', async () => {
    const { peaks, durationSeconds } = await analyzer.analyze({ path, turns: [] });
    const [agent = new Uint8Array()] = peaks.channels;
    expect(peaks.perSecond).toBe(timeline.peaks.per_second);
    expect(Math.abs(agent.length - timeline.peaks.channels[0].length)).toBeLessThanOrEqual(1);
    expect(durationSeconds).toBeCloseTo(agent.length / peaks.perSecond, 1);
    const differences = timeline.peaks.channels[0].map((level, index) => Math.abs(level - (agent[index] ?? 0) / 255));
    // The encoder changes the samples slightly.
    expect(differences.toSorted((a, b) => a - b)[Math.floor(differences.length * 0.9)]).toBeLessThan(0.1);
  });

  test('has its turns within a tenth of a second of their times', async () => {
    expect(timeline.turns.length).toBeGreaterThan(4);
    const { turnTimes } = await analyzer.analyze({ path, turns: timeline.turns });
    const errors = timeline.turns.map((turn, index) =>
      Math.abs(turn.start_seconds - (turnTimes[index]?.startMs ?? Infinity) / 1000),
    );
    expect(Math.max(...errors)).toBeLessThan(0.1);
  });

  test('has most turns within two seconds of their times if both speakers are on one channel', async () => {
    const { peaks, durationSeconds } = await analyzer.analyze({ path, turns: [] });
    const mixed = peaks.channels[0].map((peak, index) => Math.max(peak, peaks.channels[1][index] ?? 0));
    const turnTimes = estimateTurnTimes(timeline.turns, { ...peaks, channels: [mixed, mixed] }, durationSeconds);
    const errors = timeline.turns.map((turn, index) =>
      Math.abs(turn.start_seconds - (turnTimes[index]?.startMs ?? Infinity) / 1000),
    );
    expect(errors.filter((error) => error < 2).length).toBeGreaterThan(timeline.turns.length * 0.8);
  });

  test('is refused if it contains no audio', async () => {
    await expect(analyzer.analyze({ path: import.meta.filename, turns: [] })).rejects.toThrow(
      'The recording contains no audio.',
    );
  });
});
