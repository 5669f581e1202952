import { extname } from 'node:path';

/** Returns the URL of a worker module in the folder of its caller: `.ts` when run from source, `.js` when built. */
export function resolveWorkerUrl(name: string, callerUrl: string): URL {
  return new URL(`./${name}${extname(new URL(callerUrl).pathname)}`, callerUrl);
}
