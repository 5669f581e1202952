import type { AppUpdater } from 'electron-updater';

/** A question with two answers, or with one if `decline` is missing. */
export type UpdateQuestion = {
  readonly message: string;
  readonly detail: string;
  readonly accept: string;
  readonly decline?: string;
};

export type UpdateOptions = {
  readonly updater: Pick<AppUpdater, 'checkForUpdates' | 'downloadUpdate' | 'quitAndInstall'>;
  readonly currentVersion: string;
  /** Whether the updater checks the signature of what it downloads. On Linux, it does not. */
  readonly canVerify: boolean;
  /** Returns whether the user accepts. */
  readonly ask: (question: UpdateQuestion) => Promise<boolean>;
};

/**
 * Looks for an update, and asks the user before downloading it and again before installing it. An update that cannot be
 * verified is only announced. Returns the version that was found, if any. Rejects if the feed cannot be read.
 */
export async function offerUpdate(options: UpdateOptions, knownVersion?: string): Promise<string | undefined> {
  const { updater, currentVersion, canVerify, ask } = options;
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
    await updater.downloadUpdate(); // checks the signature, too
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await ask({ message: 'The update was not downloaded', detail: `Nothing was installed. ${reason}`, accept: 'OK' });
    return undefined;
  }
  const isAccepted = await ask({
    message: `Switchboard ${version} is ready to install`,
    detail: 'Switchboard closes, and opens again after the installation.',
    accept: 'Install and restart',
    decline: 'Later',
  });
  if (isAccepted) updater.quitAndInstall();
  return version;
}
