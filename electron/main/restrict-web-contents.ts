import { app, session, type IpcMainInvokeEvent } from 'electron';
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
 * Denies all permissions and devices, such as microphone and location, except writing to the clipboard and notifications.
 * Practice calls are typed, so nothing needs the microphone. Requires that the app is ready.
 */
export function restrictPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, callback) => {
    callback(allowedPermissions.has(permission));
  });
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => allowedPermissions.has(permission));
  session.defaultSession.setDevicePermissionHandler(() => false);
}

/** Whether a URL is a page of the window. `new URL().origin` cannot be used, because it is "null" for custom schemes. */
export function isWindowPage(address: string): boolean {
  return address === windowOrigin || address.startsWith(`${windowOrigin}/`);
}

/** Whether the sender is the top frame of the window. It has no frame any more if its page was closed meanwhile. */
export function isFromWindow({ senderFrame: frame }: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
  return frame !== null && !frame.isDestroyed() && frame.parent === null && isWindowPage(frame.url);
}
