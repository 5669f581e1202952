import { extname } from 'node:path';

/** The address of a worker's module beside its caller: `.ts` when run from source, `.js` when built. */
export function resolveWorkerUrl(name: string, callerUrl: string): URL {
  return new URL(`./${name}${extname(new URL(callerUrl).pathname)}`, callerUrl);
}
