import { app, session, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { SettingsStore } from '../service/platform/settings/settings-store.ts';
import { logError } from './log-error.ts';
import { MicrophonePermission } from './microphone.ts';
import { windowOrigin } from './scheme.ts';

const allowedPermissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications']);

/** Blocks navigation to other pages, new windows and webviews. */
export function restrictWebContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => {
      if (!isWindowPage(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => {
      if (!isWindowPage(event.url)) event.preventDefault();
    });
  });
}

/**
 * Denies all permissions and devices, such as camera and location, except writing to the clipboard, notifications, and the
 * microphone if the user allows it. Requires that the app is ready.
 */
export function restrictPermissions(settings: SettingsStore): void {
  const microphone = new MicrophonePermission(settings);
  session.defaultSession.setPermissionRequestHandler((contents, permission, callback, details) => {
    if (!isForMicrophone(permission, details)) return callback(allowedPermissions.has(permission));
    void answerForMicrophone(microphone, contents, callback);
  });
  session.defaultSession.setPermissionCheckHandler((_contents, permission, _origin, { mediaType }) =>
    permission === 'media' ? mediaType === 'audio' && microphone.isAllowed : allowedPermissions.has(permission),
  );
  session.defaultSession.setDevicePermissionHandler(() => false);
}

async function answerForMicrophone(
  microphone: MicrophonePermission,
  contents: WebContents,
  answer: (isAllowed: boolean) => void,
): Promise<void> {
  try {
    answer(await microphone.ask(contents));
  } catch (error) {
    logError(error);
    answer(false);
  }
}

/** Whether a page of the window asks for the microphone, and for nothing else. */
function isForMicrophone(permission: string, details: object): boolean {
  if (permission !== 'media' || !('mediaTypes' in details) || !Array.isArray(details.mediaTypes)) return false;
  const { mediaTypes } = details;
  const url = 'requestingUrl' in details ? String(details.requestingUrl) : '';
  return mediaTypes.length === 1 && mediaTypes[0] === 'audio' && isWindowPage(url);
}

/** Whether a URL is a page of the window. `new URL().origin` cannot be used, because it is "null" for custom schemes. */
export function isWindowPage(address: string): boolean {
  return address === windowOrigin || address.startsWith(`${windowOrigin}/`);
}

/** Whether the sender is the top frame of the window. It has no frame any more if its page was closed meanwhile. */
export function isFromWindow({ senderFrame: frame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
  return frame !== null && !frame.isDestroyed() && frame.parent === null && isWindowPage(frame.url);
}
