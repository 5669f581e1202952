import { chooseMember } from '../helpers/browser/choose-member.ts';
import { existsSync } from 'node:fs';
import { readFile, readdir, rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Page, type Response } from '@playwright/test';
import { demoCalls } from '../../electron/service/workspaces/demo/demo-calls.ts';
import { readRecordedCall, getRecordingPath } from '../../electron/service/workspaces/demo/recorded-call.ts';
import type { CallTimeline } from '../../shared/calls/calls.ts';
import { createCallPage, placeSimulatedCallInPage } from '../helpers/pages/call-page.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { waitForDemoDocuments, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';

test.describe.configure({ mode: 'serial' });

/** The calls of the demo with a recording. Those with notes are left out. */
const recordedCalls = demoCalls
  .filter((call) => call.notes === undefined && existsSync(getRecordingPath(call.callId)))
  .map(({ callId: id, number }) => ({ id, number, turns: readTurns(id) }))
  .toSorted((a, b) => b.turns.length - a.turns.length);
const [longestCall, otherCall] = recordedCalls;
if (!longestCall || !otherCall) throw new Error('The demo has no recorded calls.');
const callId = longestCall.id;

let window: OpenWindow;
let page: Page;
const pageErrors: string[] = [];

test.beforeAll(async ({ browser }) => {
  window = await openDemoInBrowser(browser, {
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  ({ page } = window);
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  await page.exposeFunction('reportPageError', (message: string) => pageErrors.push(message));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportPageError } = globalThis as unknown as { reportPageError: (message: string) => void }; // exposed above
      reportPageError(`${violatedDirective} ${blockedURI}`);
    }),
  );
  await page.reload();
  await openKnowledge(page);
  await waitForDemoDocuments(page);
});

test.afterAll(() => window.close());

test('a simulated call is shown, played and followed', async () => {
  const call = createCallPage(page);
  await call.open(callId);
  await expect(page.getByText('Simulated · no real call was placed')).toBeVisible();
  await expect(call.waveform.locator('canvas').first()).toBeVisible();
  await expect(call.slider, 'starts at the first word').toHaveAttribute(
    'aria-valuetext',
    / of \d+:\d\d, recipient speaking$/,
  );

  await call.playTurn(call.turns.nth(2));
  await expect(call.turns.nth(2)).toHaveAttribute('aria-current', 'true');
  await expect(call.waveform.locator('[data-current-turn]'), 'the turn is marked in the waveform').toHaveCount(1);
  expect((await call.waveform.boundingBox())?.height, 'two lanes of at least 48 pixels').toBeGreaterThanOrEqual(96);
  await expect(call.pause).toBeVisible();
  const start = await call.readPositionSeconds();
  expect(start).toBeGreaterThan(3);
  await call.waitForPositionAfter(start);
  await expect(call.slider).toHaveAttribute('aria-valuetext', /(agent|recipient) speaking$/);
  await page.keyboard.press('k');
  await expect(call.play).toBeVisible();
});

test('every listed shortcut works', async () => {
  const call = createCallPage(page);
  const press = async (key: string): Promise<number> => {
    await page.keyboard.press(key);
    return call.readPositionSeconds();
  };
  const length = Number(await call.slider.getAttribute('aria-valuemax'));
  expect(await press('0')).toBe(0);
  expect(await press('l')).toBe(15);
  expect(await press('ArrowRight')).toBe(20);
  expect(await press('j')).toBe(5);
  expect(await press('ArrowLeft')).toBe(0);
  expect(await press('j'), 'stops at the start').toBe(0);
  expect(Math.abs((await press('5')) - length / 2), 'in whole seconds').toBeLessThanOrEqual(1);
  await press('9');
  for (let presses = 0; presses < length; presses++) if ((await press('Shift+ArrowRight')) === length) break;
  expect(await press('l'), 'stops at the end').toBe(length);
  await press('0');
  await page.keyboard.press(']');
  await expect(call.turns.nth(0)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press(']');
  await expect(call.turns.nth(1)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('[');
  await expect(call.turns.nth(0)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('>');
  await expect(page.getByRole('button', { name: 'Speed, 1.25×' })).toBeVisible();
  await page.keyboard.press('<');
  await expect(page.getByRole('button', { name: 'Speed, 1×' })).toBeVisible();
  await page.keyboard.press('m');
  await expect(call.volumeDialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(call.volumeDialog).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(call.search).toBeFocused();
  const before = await call.readPositionSeconds();
  await page.keyboard.type('9');
  expect(await call.readPositionSeconds(), 'typing does not control the player').toBe(before);
  await page.keyboard.press('Escape');
});

test('the transcript is searched and shows each match', async () => {
  const call = createCallPage(page);
  const words = (await call.turns.nth(3).locator('p').innerText()).split(' ').slice(0, 2).join(' ');
  await call.search.fill(words);
  const marks = call.transcript.locator('mark');
  await expect(marks.first()).toHaveText(new RegExp(escapePattern(words), 'i'));
  const count = await marks.count();
  await expect(call.transcript.getByRole('search').getByRole('status')).toHaveText(`1 of ${count}`);
  await call.search.press('Enter');
  await expect(call.transcript.getByRole('search').getByRole('status')).toHaveText(`${Math.min(2, count)} of ${count}`);
  await call.search.press('Shift+Enter');
  await expect(call.transcript.locator('mark[data-current]')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible();
  await call.search.fill('xyzzy does not occur');
  await expect(call.transcript.getByRole('search').getByRole('status')).toHaveText('No results');
  await call.search.press('Escape');
});

test('an answer links to the passage that it cites', async () => {
  const call = createCallPage(page);
  const cited = call.turns.filter({ has: page.getByRole('button', { name: /sources?$/ }) }).first();
  await cited.getByRole('button', { name: /sources?$/ }).click();
  const source = call.sources.getByRole('listitem').first();
  const title = (await source.getByRole('button').innerText()).trim();
  await expect(source.locator('mark').first()).toBeVisible();
  await source.getByRole('button').click();
  await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible();
  await expect(page.locator('article[aria-current="true"]')).toBeVisible();
  await call.open(callId);
});

test('playback continues in other views until the player is closed', async () => {
  const call = createCallPage(page);
  await expect(call.dock, 'hidden in the view of the call').toBeHidden();
  await page.keyboard.press('0');
  await page.keyboard.press('Space');
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(call.dock.getByRole('button', { name: 'Pause' })).toBeVisible();
  await call.waitForPositionAfter(await call.readPositionSeconds());
  await call.dock.getByRole('link').click();
  await expect(call.transcript).toBeVisible();
  await expect(call.pause).toBeVisible();
  await expect(call.dock).toBeHidden();
  await page.getByRole('link', { name: 'Team' }).click();
  await call.dock.getByRole('button', { name: 'Close player' }).click();
  await expect(call.dock).toBeHidden();
});

test('one voice is muted without the other', async () => {
  const call = createCallPage(page);
  await call.open(callId);
  await page.evaluate(() => {
    const gains = new Map<AudioParam, number>();
    Object.assign(globalThis, { gains });
    const set = AudioParam.prototype.setTargetAtTime;
    AudioParam.prototype.setTargetAtTime = function (target, ...rest) {
      gains.set(this, target);
      return set.call(this, target, ...rest);
    };
  });
  const readGains = () =>
    page.evaluate(() => [...(Reflect.get(globalThis, 'gains') as Map<AudioParam, number>).values()]);
  await page.keyboard.press('Space');
  await expect.poll(readGains).toEqual([1, 1]);
  await page.keyboard.press('m');
  await page.getByRole('checkbox', { name: 'Agent voice' }).uncheck();
  await expect.poll(readGains).toEqual([0, 1]);
  await page.getByRole('checkbox', { name: 'Agent voice' }).check();
  await expect.poll(readGains).toEqual([1, 1]);
  await page.keyboard.press('Escape');
  await expect(call.volumeDialog).toHaveCount(0);
  await call.pause.click();
});

test('a recording starts at the first word, and the ringing can be heard after a jump to the start', async () => {
  const ringSeconds = ({ turns }: (typeof recordedCalls)[number]) => turns[0]?.startSeconds ?? 0;
  const call = createCallPage(page);
  const [longestRing = longestCall] = recordedCalls.toSorted((a, b) => ringSeconds(b) - ringSeconds(a));
  const seconds = ringSeconds(longestRing);
  expect(seconds).toBeGreaterThan(15);
  await call.open(longestRing.id);
  await expect(call.slider).toHaveAttribute('aria-valuenow', String(Math.round(seconds)));
  await expect(call.turns.nth(0)).toHaveAttribute('aria-current', 'true');
  await call.play.click();
  await call.waitForPositionAfter(Math.round(seconds));
  await call.skipSilence.click();
  await page.keyboard.press('0');
  await call.waitForPositionAfter(0);
  expect(await call.readPositionSeconds(), 'the ringing is no silence').toBeLessThan(seconds);
  await call.pause.click();
  await page.reload();
  await call.open(longestRing.id);
  await expect(call.skipSilence, 'is remembered').toHaveAttribute('aria-pressed', 'true');
  await call.skipSilence.click();
  await expect(call.skipSilence).toHaveAttribute('aria-pressed', 'false');
  await call.open(callId);
});

test('notes are added, edited, deleted and restored', async () => {
  const call = createCallPage(page);
  await page.keyboard.press('0');
  await page.keyboard.press('l');
  await page.keyboard.press('n');
  const field = page.getByRole('textbox', { name: 'Note at 0:15' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Too <b>fast</b>');
  await page.keyboard.press('Enter');
  const note = call.notes.getByRole('listitem').first();
  await expect(note).toContainText('Too <b>fast</b>');
  await expect(call.waveform.locator('[data-note]')).toHaveCount(1);
  await page.keyboard.press('0');
  await note.getByRole('button', { name: 'Go to 0:15' }).click();
  await expect(call.slider).toHaveAttribute('aria-valuenow', '15');
  await note.getByRole('button', { name: 'Edit note' }).click();
  await page.getByRole('textbox', { name: 'Edit note at 0:15' }).fill('Good pace');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(note).toContainText('Good pace');
  await note.getByRole('button', { name: 'Delete note' }).dblclick();
  await expect(call.notes.getByRole('listitem')).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: 'was not deleted' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(note).toContainText('Good pace');
});

test('a note names the member who used the window', async () => {
  const call = createCallPage(page);
  const author = 'mei.lindqvist@northwind.example';
  await chooseMember(page, author);
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: /^Note at/ })).toBeFocused();
  await page.keyboard.type('Let her finish');
  await page.keyboard.press('Enter');
  const note = call.notes.getByRole('listitem').filter({ hasText: 'Let her finish' });
  await expect(note).toContainText(author);
  await note.getByRole('button', { name: 'Delete note' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(note, 'after the deletion is undone').toContainText(author);
  await note.getByRole('button', { name: 'Delete note' }).click();
  await expect(note).toHaveCount(0);
});

test('a link opens a time, clamped to the recording', async () => {
  const call = createCallPage(page);
  await page.getByRole('button', { name: 'Copy link to current time' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`#/calls/${callId}\\?t=15$`));
  await call.open(callId, '?t=7.5');
  await expect(call.slider).toHaveAttribute('aria-valuenow', '8');
  await call.open(callId, '?t=99999');
  await expect(call.slider).toHaveAttribute('aria-valuenow', (await call.slider.getAttribute('aria-valuemax')) ?? '');
});

test('exports include the notice that the call is simulated', async () => {
  for (const [label, start] of [
    ['Text', 'Simulated · no real call was placed'],
    ['Subtitles (SRT)', '1\n00:00:'],
    ['Subtitles (WebVTT)', 'WEBVTT\n\nNOTE Simulated · no real call was placed'],
    ['JSON with sources', '{\n  "notice": "Simulated · no real call was placed"'],
    ['CSV, one row per turn', '\uFEFFcall_id,simulated,agent'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: label }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    expect(text.startsWith(start), `${label}: ${text.slice(0, 80)}`).toBe(true);
    expect(text).toContain('Simulated · no real call was placed');
  }
  await page.getByRole('button', { name: 'Export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^Recording \(MP3/ }).click();
  const recording = await downloading;
  expect(recording.suggestedFilename()).toContain(longestCall.number);
  expect(recording.suggestedFilename()).toMatch(/ \d{4}-\d\d-\d\d \d{4}\.mp3$/);
  expect((await readFile(await recording.path())).length).toBeGreaterThan(10_000);
});

test('an expired recording URL is renewed and the position is kept', async () => {
  const call = createCallPage(page);
  await page.getByRole('link', { name: 'Team' }).click();
  await page.reload(); // to a view that requests no recording
  let requests = 0;
  await page.route(/\/audio\//, (route) =>
    requests++ < 2
      ? route.fulfill({ status: 403, contentType: 'application/problem+json', body: '{}' })
      : route.continue(),
  );
  await call.open(callId, '?t=12');
  // The recording, the check for the error, and the recording from its new URL, in any number of range requests.
  await expect.poll(() => requests).toBeGreaterThanOrEqual(3);
  await expect(call.slider).toHaveAttribute('aria-valuenow', '12');
  await page.keyboard.press('k');
  await call.waitForPositionAfter(12);
  expect(await call.readPositionSeconds()).toBeLessThan(30);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('k');
  await page.unroute(/\/audio\//);
});

test('a long transcript follows a jump to any time', async () => {
  const call = createCallPage(page);
  const count = 400;
  await page.route(/\/timeline$/, async (route) => {
    const response = await route.fetch();
    const timeline = (await response.json()) as CallTimeline;
    const seconds = (timeline.turns.at(-1)?.end_seconds ?? 0) / count;
    const turns = Array.from({ length: count }, (_, turn) => ({
      speaker: turn % 2 === 0 ? 'agent' : 'user',
      text: `This is turn ${turn}.`,
      start_seconds: turn * seconds,
      end_seconds: (turn + 1) * seconds,
      passages: [],
    }));
    await route.fulfill({ response, json: { ...timeline, turns } });
  });
  await page.reload();
  await call.open(callId);
  await expect(call.turns).toHaveCount(count);
  for (const [key, turn] of [
    ['5', /turn 2\d\d\./],
    ['2', /turn [78]\d\./],
    ['9', /turn 3\d\d\./],
  ] as const) {
    await page.keyboard.press(key);
    await expect(call.currentTurn).toContainText(turn);
    await page.evaluate(waitForFrames); // until the rows around it have their real height
    await expect(call.currentTurn).toBeInViewport();
  }
  await page.unroute(/\/timeline$/);
  await page.reload();
});

test('the URL of an unknown call shows an error with a link to the calls', async () => {
  const call = createCallPage(page);
  await page.evaluate(() => (location.hash = '#/calls/call_of_another_workspace'));
  await expect(page.getByRole('alert')).toContainText('Call not found');
  await page.getByRole('button', { name: 'View calls' }).click();
  await expect(page.getByRole('table', { name: 'Calls' })).toBeVisible();
  await call.open(callId);
});

test('a missing or damaged recording leaves the transcript usable, and a restored one plays again', async () => {
  const call = createCallPage(page);
  const otherId = otherCall.id;
  const file = await findRecording(window.folder, otherId);
  await rename(file, `${file}.away`);
  await call.open(otherId);
  await expect(page.getByRole('alert')).toContainText('Recording not found');
  await call.turns
    .nth(1)
    .getByRole('button', { name: /play this turn/ })
    .click();
  await expect(call.turns.nth(1)).toHaveAttribute('aria-current', 'true');
  await rename(`${file}.away`, file);
  await page.reload();
  await call.open(otherId);
  await expect(call.play).toBeVisible();
  await truncate(file, 4_000);
  const downloads: unknown[] = [];
  page.on('download', (download) => downloads.push(download));
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /^Recording/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The recording was not saved' })).toBeVisible();
  expect(downloads).toEqual([]);
  await page.reload();
  await call.open(otherId);
  await expect(page.getByRole('alert')).toContainText('Recording damaged');
  await expect(call.turns.nth(1)).toBeVisible();
});

test('a practice call becomes a completed call', async () => {
  const call = createCallPage(page);
  const practiceId = await placeSimulatedCallInPage(page, { mode: 'practice', number: '+14155550188' });
  await call.open(practiceId);
  const field = page.getByRole('textbox', { name: 'Your reply' });
  await expect(call.turns).toHaveCount(1);
  await field.fill('How much does a technician visit cost?');
  const audioResponse = page.waitForResponse(/\/turns\/2\/audio\b/);
  await field.press('Enter');
  expect((await audioResponse).status()).toBe(200);
  await expect(call.turns).toHaveCount(3);
  await expect(call.turns.nth(1)).toContainText('How much does a technician visit cost?');
  await expect(field).toHaveValue('');
  await expect(call.sources.getByRole('listitem').first()).toBeVisible();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await expect(call.header.getByText('Completed')).toBeVisible();
  await expect(page.getByText('Simulated · practice call, free of charge')).toBeVisible();
  await expect(call.waveform.locator('canvas').first()).toBeVisible();
});

test('a live call follows its latest turn until the user scrolls up, and shows one clock', async () => {
  const call = createCallPage(page);
  await page.setViewportSize({ width: 900, height: 600 });
  // The user reads the replies, so that the next question does not interrupt the agent.
  await page.evaluate(() => localStorage.setItem('switchboard.player', '{"volume":0}'));
  await page.reload();
  const practiceId = await placeSimulatedCallInPage(page, { mode: 'practice', number: '+14155550187' });
  await call.open(practiceId);
  const field = page.getByRole('textbox', { name: 'Your reply' });
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const latest = page.getByRole('button', { name: 'Jump to latest' });
  let turns = 1;
  await expect(call.turns).toHaveCount(turns);
  await conversation.hover();
  await page.mouse.wheel(0, -2_000);
  const reply = async (text: string) => {
    await field.fill(text);
    await field.press('Enter');
    await expect(call.turns).toHaveCount((turns += 2));
    await expect(page.getByText('The agent is answering…')).toHaveCount(0);
  };
  const questions = ['How much is Fiber 500?', 'How much does a technician visit cost?', 'Which router do I get?'];
  for (const question of questions) {
    await expect(latest, 'there is nothing to scroll yet, or the end is shown').toHaveCount(0);
    await reply(question);
    await expect(call.turns.last(), question).toBeInViewport();
  }
  expect(await conversation.evaluate((element) => element.scrollHeight / element.clientHeight)).toBeGreaterThan(1);
  const stamp = (
    await call.turns
      .last()
      .getByRole('button', { name: /play this turn/ })
      .innerText()
  ).split(',')[0];
  const clock = page.getByRole('timer');
  await expect(page.getByText(/^Connected ?Recorded/)).toBeVisible();
  expect(toSeconds(await clock.innerText())).toBeGreaterThanOrEqual(toSeconds(stamp));

  await conversation.hover();
  await page.mouse.wheel(0, -2_000);
  await expect(latest).toBeVisible();
  await reply('What are your opening hours?');
  await expect(call.turns.first(), 'the position is kept').toBeInViewport();
  await latest.click();
  await expect(call.turns.last()).toBeInViewport();
  await expect(latest).toHaveCount(0);
  await conversation.hover();
  await page.mouse.wheel(0, -2_000);
  await expect(latest).toBeVisible();
  await page.mouse.wheel(0, 9_000);
  await expect(latest, 'the end of the list is reached').toHaveCount(0);
  await page.getByRole('button', { name: 'Hang up' }).click();
  await expect(call.header.getByText('Completed')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => localStorage.removeItem('switchboard.player'));
  await page.reload();
});

test('the agent is heard to the end when it hangs up', async () => {
  const call = createCallPage(page);
  const responses: string[] = [];
  const collect = (response: Response) => responses.push(`${response.status()} ${response.url().replace(/^.*\//, '')}`);
  const practiceId = await placeSimulatedCallInPage(page, { mode: 'practice', number: '+14155550186' });
  await call.open(practiceId);
  const field = page.getByRole('textbox', { name: 'Your reply' });
  await expect(call.turns).toHaveCount(1);
  page.on('response', collect);
  for (let hasEnded = false; !hasEnded;) {
    const answering = page.waitForResponse(/\/turns$/);
    const speaking = page.waitForResponse(/\/audio\b/);
    await field.fill('No, thank you. I am not interested. Please stop calling me. Goodbye.');
    await field.press('Enter');
    const answer = (await (await answering).json()) as { call_ended: boolean };
    hasEnded = answer.call_ended;
    expect((await speaking).status()).toBe(200);
    if (!hasEnded) await expect(page.getByText('Press Enter to send.')).toBeVisible();
  }
  await expect(call.header.getByText('Completed')).toBeVisible();
  await expect(call.waveform.locator('canvas').first()).toBeVisible();
  expect(responses.filter((one) => !one.startsWith('20'))).toEqual([]);
  await expect(page.getByRole('alert')).toHaveCount(0);
  page.off('response', collect);
});

test('a reply that cannot be sent stays in the field', async () => {
  const call = createCallPage(page);
  const practiceId = await placeSimulatedCallInPage(page, { mode: 'practice', number: '+14155550199' });
  await call.open(practiceId);
  const field = page.getByRole('textbox', { name: 'Your reply' });
  await expect(call.turns).toHaveCount(1);
  await page.route(/\/turns$/, (route) => route.abort());
  await field.fill('Is anybody there?');
  await field.press('Enter');
  await expect(page.getByText('Your text is kept.')).toBeVisible();
  await expect(field).toHaveValue('Is anybody there?');
  await page.unroute(/\/turns$/);
  await page.getByRole('link', { name: 'Back to calls' }).click();
  await expect(page.getByRole('table', { name: 'Calls' })).toBeVisible();
  await page.goBack();
  await expect(field, 'still there after a return to the call').toHaveValue('Is anybody there?');
  await page.getByRole('button', { name: 'Cancel call' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel call' }).click();
  await expect(page.getByRole('heading', { name: 'Call canceled' })).toBeVisible();
  await page.getByRole('button', { name: 'Call again' }).click();
  await expect(page.getByRole('textbox', { name: /number/i })).toHaveValue('+1 415 555 0199');
});

test('axe finds no violations in the tabs and the player', async () => {
  const call = createCallPage(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await call.open(callId, '?t=12');
  for (const tab of ['Metadata', /^Notes/, 'Sources']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectNoViolations(page, String(tab));
  }
});

test('the player closes with its workspace', async () => {
  const call = createCallPage(page);
  await page.emulateMedia({ colorScheme: null });
  await call.open(callId);
  await call.play.click();
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(call.dock).toBeVisible();
  await page.getByRole('button', { name: /^Workspace: / }).click();
  await page.getByRole('menuitem', { name: 'New workspace' }).click();
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Harbour Office');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(page.getByRole('button', { name: 'Workspace: Harbour Office' })).toBeVisible();
  await expect(call.dock).toBeHidden();
});

test('the page had no errors and no policy violations', () => {
  expect(pageErrors).toEqual([]);
});

/** Runs in the page. Resolves after a few animation frames. */
function waitForFrames(): Promise<void> {
  return new Promise((resolve) => {
    let frames = 12;
    const waitForNextFrame = () => (frames-- > 0 ? requestAnimationFrame(waitForNextFrame) : resolve());
    waitForNextFrame();
  });
}

/** Parses `1:05`. */
function toSeconds(clock = ''): number {
  const [minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return minutes * 60 + seconds;
}

function readTurns(id: string) {
  const record = readRecordedCall(id);
  return record.status === 'completed' ? record.turns : [];
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

async function findRecording(folder: string, id: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const name = names.find((path) => path.endsWith(`${id}.mp3`));
  if (!name) throw new Error(`There is no recording of ${id} in ${names.join(', ')}`);
  return join(folder, name);
}
