import { expect, test } from '@playwright/test';
import { launchDesktop, type Desktop } from '../helpers/desktop/launch-desktop.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';

/** Answers the questions of dialogs from now on. Does it again if Electron loses the result. */
const answerDialogs = ({ app }: Desktop, response: number) =>
  expect(async () => {
    await app.evaluate(({ dialog }, answer) => {
      const questions: string[] = [];
      const showMessageBox = (...args: readonly unknown[]) => {
        questions.push(JSON.stringify(args.at(-1)));
        return Promise.resolve({ response: answer, checkboxChecked: false });
      };
      Object.assign(dialog, { showMessageBox, questions });
    }, response);
  }).toPass();

/** Expects as many questions since the answer was chosen, with the text. Reads them again if Electron loses the result. */
const expectQuestions = ({ app }: Desktop, count: number, text = '') =>
  expect(async () => {
    const questions = await app.evaluate(({ dialog }): readonly unknown[] =>
      'questions' in dialog && Array.isArray(dialog.questions) ? dialog.questions : [],
    );
    expect(questions).toHaveLength(count);
    for (const question of questions) expect(question).toContain(text);
  }).toPass();

const request = ({ page }: Desktop, constraints: MediaStreamConstraints) =>
  page.evaluate(async (wanted) => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia(wanted);
      for (const track of stream.getTracks()) track.stop();
      return 'opened';
    } catch (error) {
      return error instanceof DOMException ? error.name : String(error);
    }
  }, constraints);

test('the user is asked once, with the reason, before the window uses the microphone, and never for the camera', async () => {
  const folder = await createTemporaryFolder();
  const dataDir = `${folder.path}/data`;
  const args = ['--use-fake-device-for-media-stream'];
  const first = await launchDesktop(dataDir, { args });
  await answerDialogs(first, 1);
  expect(await request(first, { audio: true })).toBe('NotAllowedError');
  await expectQuestions(first, 1, 'Let Switchboard use the microphone?');
  await answerDialogs(first, 0);
  expect(await request(first, { audio: true })).toBe('opened');
  expect(await request(first, { audio: true })).toBe('opened');
  expect(await request(first, { audio: true, video: true })).toBe('NotAllowedError');
  expect(await request(first, { video: true })).toBe('NotAllowedError');
  await expectQuestions(first, 1);
  await first.app.close();
  const second = await launchDesktop(dataDir, { args });
  await answerDialogs(second, 1);
  expect(await request(second, { audio: true })).toBe('opened');
  await expectQuestions(second, 0);
  await second.app.close();
  await folder.remove();
});
