import { BrowserWindow, dialog, systemPreferences, type WebContents } from 'electron';
import type { SettingsStore } from '../service/platform/settings/settings-store.ts';
import { logError } from './log-error.ts';

const settingsKey = 'microphone';

/** Whether the window may use the microphone. The user is asked when the window uses it for the first time. */
export class MicrophonePermission {
  readonly #settings: SettingsStore;
  #isAllowed: boolean;
  #asking: Promise<boolean> | null = null;

  constructor(settings: SettingsStore) {
    this.#settings = settings;
    this.#isAllowed = settings.get(settingsKey) === 'allowed';
  }

  get isAllowed(): boolean {
    return this.#isAllowed;
  }

  /** Asks the user, unless they have allowed it before, and the system. */
  ask(contents: WebContents): Promise<boolean> {
    this.#asking ??= this.#ask(contents).finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #ask(contents: WebContents): Promise<boolean> {
    if (!this.#isAllowed && !(await askUser(contents))) return false;
    this.#isAllowed = true;
    this.#store();
    return process.platform !== 'darwin' || systemPreferences.askForMediaAccess('microphone');
  }

  #store(): void {
    try {
      this.#settings.set(settingsKey, 'allowed');
    } catch (error) {
      logError(error); // the user is asked again after the next start
    }
  }
}

async function askUser(contents: WebContents): Promise<boolean> {
  const window = BrowserWindow.fromWebContents(contents);
  const options = {
    type: 'question',
    message: 'Let Switchboard use the microphone?',
    detail:
      'In practice calls, you can speak instead of typing. Switchboard listens only while you have turned this on in an open call. ' +
      'What you say is sent to the speech server that is set up in Settings, and recorded with the call.',
    buttons: ['Use microphone', 'Don’t allow'],
    defaultId: 0,
    cancelId: 1,
  } as const;
  const { response } = window
    ? await dialog.showMessageBox(window, { ...options, buttons: [...options.buttons] })
    : await dialog.showMessageBox({ ...options, buttons: [...options.buttons] });
  return response === 0;
}
