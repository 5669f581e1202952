import { spawn } from 'node:child_process';

/** The mask of the user who started the application, before it makes its own files private. */
const usualMask = process.umask();

/** Opens a URL in the user's browser. Returns false if there is no browser or no display. */
export function openBrowser(url: string, platform = process.platform, env = process.env): Promise<boolean> {
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return Promise.resolve(false);
  const [command, ...args] = getOpenCommand(platform);
  return new Promise((resolve) => {
    // The browser saves its downloads with the permissions that are usual for this user.
    const privateMask = process.umask(usualMask);
    const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    process.umask(privateMask);
    opener.on('error', () => resolve(false));
    opener.on('exit', (code) => resolve(code === 0));
    opener.unref();
  });
}

function getOpenCommand(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
