import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { appRoutes, routeTreePaths } from '../../shared/contract/contract.ts';
import { chromiumLaunchOptions } from '../helpers/browser/chromium-launch-options.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { openDemoInBrowser } from '../helpers/browser/open-window.ts';
import { createCallPage, placeSimulatedCallInPage } from '../helpers/pages/call-page.ts';
import { fetchAsWindow } from '../helpers/service/fetch-as-window.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { startSpeechServer } from '../helpers/speech/speech-server.ts';
import { createCough, createRoomNoise, joinSounds, speakSound } from '../helpers/speech/spoken-sound.ts';
import { encodeWavFile } from '../helpers/speech/wav-file.ts';

const sentence = 'Who is calling, please?';

/** Opens a practice call in a browser whose microphone gives this sound, once. */
async function openWithMicrophone(sound: Float32Array) {
  const folder = await createTemporaryFolder();
  const file = join(folder.path, 'microphone.wav');
  await writeFile(file, encodeWavFile([Int16Array.from(sound, (sample) => sample * 32_767)], 16_000));
  const server = await startSpeechServer();
  server.hear = () => sentence;
  const browser = await chromium.launch({
    ...chromiumLaunchOptions,
    args: [
      ...chromiumLaunchOptions.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${file}%noloop`,
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
  const window = await openDemoInBrowser(browser);
  const { page } = window;
  return {
    page,
    server,
    call: createCallPage(page),
    reply: page.getByRole('textbox', { name: 'Your reply' }),
    close: async () => {
      await window.close();
      await browser.close();
      await server.close();
      await folder.remove();
    },
  };
}

async function enterServer(page: Page, base_url: string): Promise<void> {
  const url = `${routeTreePaths.app}${appRoutes.changeSpeechServer.path}`;
  await fetchAsWindow(page, url, { json: { settings: { base_url, transcription_model: 'whisper' } } });
}

test('speaking interrupts the agent, is transcribed and answered, and a cough is nothing', async () => {
  const sound = joinSounds(
    createRoomNoise(0.5),
    createCough(),
    createRoomNoise(1.2),
    await speakSound(sentence, 'rms'),
  );
  const { page, server, call, reply, close } = await openWithMicrophone(joinSounds(sound, createRoomNoise(30)));
  await enterServer(page, server.baseUrl);
  await call.open(await placeSimulatedCallInPage(page, { mode: 'practice', number: '+14155550188' }));
  await expect(reply).toBeFocused();
  await expect(call.turns).toHaveCount(1);
  await page.getByRole('button', { name: 'Speak' }).click();
  await expect(page.getByText('Listening. Voice does not leave this computer.')).toBeVisible();
  await expectNoViolations(page, 'a practice call that listens');
  await expect(call.turns).toHaveCount(3);
  await expect(call.turns.nth(1)).toContainText(sentence);
  await expect(call.turns.nth(1)).toContainText('Transcribed by whisper');
  expect(server.requests.filter(({ path }) => path.endsWith('transcriptions')).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Stop listening' }).click();
  await expect(page.getByText('Press Enter to send.')).toBeVisible();
  await close();
});

test('while the button is held, what is said is one turn, also by keyboard', async () => {
  const { page, server, call, reply, close } = await openWithMicrophone(
    joinSounds(await speakSound(sentence, 'rms'), createRoomNoise(30)),
  );
  await enterServer(page, server.baseUrl);
  await call.open(await placeSimulatedCallInPage(page, { mode: 'practice', number: '+14155550188' }));
  await expect(reply).toBeFocused();
  const button = page.getByRole('button', { name: 'Hold to talk' });
  await button.hover();
  await page.mouse.down();
  await expect(page.getByText('You are speaking…')).toBeVisible();
  await page.waitForTimeout(2_000); // the user speaks
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await expect(call.turns.filter({ hasText: sentence })).toHaveCount(1);
  await expect(page.getByText('You are speaking…')).toHaveCount(0);
  await button.focus();
  await page.keyboard.down(' ');
  await expect(page.getByText('You are speaking…')).toBeVisible();
  await page.waitForTimeout(1_000); // the user speaks
  await page.keyboard.up(' ');
  await expect(call.turns.filter({ hasText: sentence })).toHaveCount(2);
  await close();
});

test('typing interrupts the agent, and the transcript keeps what was heard', async () => {
  const { page, call, reply, close } = await openWithMicrophone(createRoomNoise(1));
  const greetingSound = page.waitForResponse((response) => response.url().includes('/turns/0/audio'));
  await call.open(await placeSimulatedCallInPage(page, { mode: 'practice', number: '+14155550188' }));
  await expect(call.turns).toHaveCount(1);
  const greeting = await call.turns.first().innerText();
  await expect(
    page.getByRole('button', { name: 'Speak' }),
    'the program itself does not recognize speech',
  ).toHaveAttribute('aria-disabled', 'true');
  await greetingSound;
  await page.waitForTimeout(1_500); // the agent speaks
  await reply.fill('Wait, who is this?');
  await reply.press('Enter');
  await expect(call.turns.first()).toContainText('interrupted');
  expect((await call.turns.first().innerText()).length).toBeLessThan(greeting.length);
  await expect(call.turns.last()).not.toContainText('interrupted');
  await close();
});
