import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HeardEvent } from '../../shared/calls/practice-voice.ts';
import { appRoutes } from '../../shared/contract/contract.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { waitForTurns } from '../helpers/service/wait-for-call.ts';
import { encodeSamples } from '../helpers/speech/encode-samples.ts';
import { startSpeechServer, type SpeechServer } from '../helpers/speech/speech-server.ts';
import { createRoomNoise, joinSounds, speakSound } from '../helpers/speech/spoken-sound.ts';

// A real recognizer hears what a voice says into the microphone. Left out if it is not installed.

const recognizer = 'pocketsphinx_continuous';
const isInstalled = spawnSync('which', [recognizer]).status === 0;

const sentences = [
  'please call me back on monday',
  'how much does it cost',
  'i am not interested',
  'what time do you open tomorrow',
  'can i speak to a real person',
  'i would like to come on friday',
  'where is your office',
  'when does it end',
];

let service: CallService;
let server: SpeechServer;
let folder: TemporaryFolder;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  server = await startSpeechServer();
  server.hear = async (wav) => {
    const path = join(folder.path, `${server.requests.length}.wav`);
    await writeFile(path, wav);
    const { stdout } = await promisify(execFile)(recognizer, ['-infile', path, '-logfn', '/dev/null']);
    return stdout.replaceAll(/\s+/g, ' ').trim();
  };
  service = await startCallService();
  const settings = { base_url: server.baseUrl, transcription_model: 'whisper' };
  await service.app(appRoutes.changeSpeechServer, { json: { settings } });
});
afterAll(async () => {
  await service.stop();
  await server.close();
  await folder.remove();
});

test.skipIf(!isInstalled)('sentences are understood, at least seven of eight', async () => {
  const understood: string[] = [];
  const id = await service.placeSimulatedCall({ mode: 'practice' });
  await waitForTurns(service.v1, id, 1);
  const send = async (samples: Float32Array, ends: boolean) => {
    const json = { samples: encodeSamples(samples), mode: 'push' as const, ends };
    return (await service.app(appRoutes.sendVoice, { params: { call_id: id }, json })).events;
  };
  for (const sentence of sentences) {
    const sound = joinSounds(createRoomNoise(0.3), await speakSound(sentence, 'rms'), createRoomNoise(0.3));
    const events: HeardEvent[] = [];
    for (let start = 0; start < sound.length; start += 16_000)
      events.push(...(await send(sound.slice(start, start + 16_000), start + 16_000 >= sound.length)));
    while (events.length === 0) {
      await wait(100); // the recognizer works
      events.push(...(await send(new Float32Array(), false)));
    }
    for (const event of events) if (event.kind === 'turn') understood.push(event.text);
  }
  const wrong = sentences.filter((sentence) => !understood.includes(sentence));
  expect(wrong.length, wrong.join()).toBeLessThanOrEqual(1);
});
