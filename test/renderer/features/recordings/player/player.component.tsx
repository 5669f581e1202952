import { afterEach, expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import {
  closePlayer,
  loadCall,
  play,
  seek,
  setSkipsSilence,
} from '../../../../../renderer/features/recordings/player/player.ts';
import { usePlayerStore } from '../../../../../renderer/features/recordings/player/player-store.ts';
import { createSampleTurn } from '../../../../helpers/components/sample-call.ts';

const durationSeconds = 12;
const turns = [createSampleTurn('agent', 'Hello', 3, 1), createSampleTurn('user', 'Who is it?', 9, 2)];

afterEach(() => {
  closePlayer();
  setSkipsSilence(false);
});

/** Loads a call with a silence from 4 to 9 seconds. */
function load(): void {
  loadCall({
    callId: 'call_1',
    agentName: 'Renewals',
    recipient: '+1 415 555 0132',
    practice: false,
    durationSeconds,
    url: createSilentWav(),
    renewUrl: () => Promise.resolve(null),
    timeline: {
      call_id: 'call_1',
      simulated: true,
      agent_version: 1,
      turns,
      times: 'exact',
      has_more_turns: false,
      peaks: { per_second: 1, channels: [[], []] },
    },
  });
}

/** Returns the URL of a recording in two channels, with 8,000 samples of 8 bits per second. */
function createSilentWav(): string {
  const sampleRate = 8_000;
  const dataBytes = durationSeconds * sampleRate * 2;
  const header = new DataView(new ArrayBuffer(44));
  const writeText = (offset: number, text: string) =>
    [...text].forEach((sign, index) => header.setUint8(offset + index, sign.charCodeAt(0)));
  writeText(0, 'RIFF');
  header.setUint32(4, 36 + dataBytes, true);
  writeText(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 2, true);
  header.setUint32(24, sampleRate, true);
  header.setUint32(28, sampleRate * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 8, true);
  writeText(36, 'data');
  header.setUint32(40, dataBytes, true);
  return URL.createObjectURL(new Blob([header, new Uint8Array(dataBytes).fill(128)], { type: 'audio/wav' }));
}

const readSeconds = () => usePlayerStore.getState().seconds;

/** Returns the positions from now on, until the test ends. */
function recordPositions(): readonly number[] {
  const positions: number[] = [];
  onTestFinished(usePlayerStore.subscribe(({ seconds }) => void positions.push(seconds)));
  return positions;
}

/** Plays, as a user does: without a gesture, a browser plays no sound. */
async function pressPlay(): Promise<void> {
  await render(
    <button type="button" onClick={play}>
      Play
    </button>,
  );
  await page.getByRole('button', { name: 'Play' }).click();
}

test('a recording starts at its first word, again after its end, and the ringing can be reached', async () => {
  load();
  expect(readSeconds()).toBe(3);
  seek(0);
  expect(readSeconds()).toBe(0);
  seek(durationSeconds);
  const positions = recordPositions();
  await pressPlay();
  await expect.poll(() => positions.at(-1)).toBeLessThan(durationSeconds);
  expect(Math.min(...positions)).toBe(3);
  expect(positions.at(-1)).toBeLessThan(6);
});

test('a silence of over three seconds is skipped if the user says so', async () => {
  load();
  seek(4.2);
  const positions = recordPositions();
  await pressPlay();
  await expect.poll(readSeconds).toBeGreaterThan(4.4);
  expect(positions.at(-1), 'it is heard by default').toBeLessThan(8);
  setSkipsSilence(true);
  await expect.poll(readSeconds).toBeGreaterThanOrEqual(8.7);
  expect(positions.filter((seconds) => seconds > 6 && seconds < 8.7)).toEqual([]);
});
