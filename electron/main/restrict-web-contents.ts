import { app, session } from 'electron';
import { windowOrigin } from './scheme.ts';

const allowedPermissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** The window stays where it is: no other pages, no other windows, no embedded ones, no rights but copying. */
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

/** After the app is ready: no camera, no microphone, no location; nothing here needs them. */
export function restrictPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide) => {
    decide(allowedPermissions.has(permission));
  });
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => allowedPermissions.has(permission));
}

/** True for an address of the window's own pages. `new URL().origin` is "null" for schemes that are not the web's. */
export function isWindowPage(address: string): boolean {
  return address === windowOrigin || address.startsWith(`${windowOrigin}/`);
}
