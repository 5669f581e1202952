import type { AppUpdater } from 'electron-updater';

/** A question with two answers, or with one if `decline` is missing. */
export type UpdateQuestion = {
  readonly message: string;
  readonly detail: string;
  readonly accept: string;
  readonly decline?: string;
};

export type UpdateOptions = {
  readonly updater: Pick<AppUpdater, 'checkForUpdates' | 'downloadUpdate' | 'quitAndInstall' | 'once' | 'off'>;
  readonly currentVersion: string;
  /** Whether the updater checks the signature of what it downloads. On Linux, it does not. */
  readonly canVerify: boolean;
  /** Whether work is running, for which the user could cancel quitting. The installer would then start while the application still runs. */
  readonly isBusy: () => boolean;
  /** Returns whether the user accepts. */
  readonly ask: (question: UpdateQuestion) => Promise<boolean>;
};

/**
 * Looks for an update, and asks the user before downloading it and again before installing it. An update that cannot be
 * verified is only announced. Returns the version that was found, if any. Rejects if the feed cannot be read.
 */
export async function offerUpdate(options: UpdateOptions, knownVersion?: string): Promise<string | undefined> {
  const { updater, currentVersion, canVerify, isBusy, ask } = options;
  const result = await updater.checkForUpdates();
  if (!result?.isUpdateAvailable) return undefined;
  const { version } = result.updateInfo;
  if (version === knownVersion) return version;
  const message = `Switchboard ${version} is available`;
  const detail = `You have version ${currentVersion}.`;
  if (!canVerify) {
    await ask({ message, detail: `${detail} Install it the way you installed Switchboard.`, accept: 'OK' });
    return version;
  }
  if (!(await ask({ message, detail, accept: 'Download', decline: 'Later' }))) return version;
  try {
    await updater.downloadUpdate(); // on Windows, checks the signature, too
  } catch (error) {
    await ask({ message: 'The update was not downloaded', detail: formatFailure(error), accept: 'OK' });
    return undefined;
  }
  const question = {
    message: `Switchboard ${version} is ready to install`,
    accept: 'Install and restart',
    decline: 'Later',
  };
  let note = 'Switchboard closes, and opens again after the installation.';
  while (await ask({ ...question, detail: note })) {
    if (!isBusy()) {
      install(options);
      break;
    }
    note = 'Calls or documents are in progress, or a file needs your decision. Finish them first, or install it later.';
  }
  return version;
}

/** macOS checks the signature only now, while the application is still running. */
function install({ updater, ask }: UpdateOptions): void {
  const report = (error: Error) => {
    void ask({ message: 'The update was not installed', detail: formatFailure(error), accept: 'OK' });
  };
  updater.once('error', report);
  updater.once('checking-for-update', () => updater.off('error', report)); // later errors do not belong to this installation
  updater.quitAndInstall();
}

function formatFailure(error: unknown): string {
  return `Nothing was installed. ${error instanceof Error ? error.message : String(error)}`;
}
