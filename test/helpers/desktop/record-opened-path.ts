import type { Desktop } from './launch-desktop.ts';

/** Records the next path that would open in another application. Returns a function that waits for it. */
export async function recordOpenedPath({ app }: Desktop): Promise<() => Promise<string>> {
  const opened = await app.evaluateHandle(({ shell }) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const openPath = (path: string) => {
      resolve(path);
      return Promise.resolve('');
    };
    Object.assign(shell, { openPath });
    return { promise };
  });
  return () => opened.evaluate(({ promise }) => promise);
}
