import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Desktop } from './launch-desktop.ts';

/**
 * Records the messages between the page and the main process, without the requests to the service, and returns a function
 * that reads them as one text.
 */
export async function recordMessages({ app }: Desktop): Promise<() => Promise<string>> {
  const recorded = await app.evaluateHandle(({ BrowserWindow }) => {
    const messages: string[] = [];
    const [contents] = BrowserWindow.getAllWindows().map((window) => window.webContents);
    if (!contents) throw new Error('There is no window.');
    const { emit, send } = contents;
    Object.assign(contents, {
      emit: (name: string, ...values: readonly unknown[]) => {
        // The first value is the event, which refers to the whole application.
        if (/^-?ipc-/.test(name)) messages.push(JSON.stringify(values.slice(1)));
        return emit.call(contents, name, ...values);
      },
      send: (...values: Parameters<typeof send>) => {
        messages.push(JSON.stringify(values));
        send.apply(contents, values);
      },
    });
    return messages;
  });
  return async () => (await recorded.jsonValue()).join('\n');
}

/** Returns the secret with which the service signs a URL in `run`, in the forms in which it could be stored. */
export async function recordSigningSecret({ app }: Desktop, run: () => Promise<unknown>): Promise<readonly string[]> {
  const recorded = await app.evaluateHandle(() => {
    const keys: Uint8Array[] = [];
    const crypto = process.getBuiltinModule('node:crypto');
    const { syncBuiltinESMExports } = process.getBuiltinModule('node:module');
    const { createHmac } = crypto;
    const record = (algorithm: string, key: Uint8Array) => {
      keys.push(key);
      return createHmac(algorithm, key);
    };
    Object.assign(crypto, { createHmac: record });
    syncBuiltinESMExports();
    const stop = () => {
      Object.assign(crypto, { createHmac });
      syncBuiltinESMExports();
      return keys.map((key) => Buffer.from(key).toString('hex'));
    };
    return { stop };
  });
  await run();
  const [hex = ''] = await recorded.evaluate(({ stop }) => stop());
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length !== 32) throw new Error('No URL was signed.');
  return [hex, bytes.toString('base64'), bytes.toString('base64url')];
}

/** Returns the files of a folder that contain one of the texts, or the bytes that a text of 64 hexadecimal digits stands for. */
export function findFilesWith(folder: string, texts: readonly string[]): readonly string[] {
  const needles = texts.flatMap((text) =>
    /^[0-9a-f]{64}$/.test(text) ? [text, Buffer.from(text, 'hex')] : [text, Buffer.from(text, 'utf16le')],
  );
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return needles.some((needle) => bytes.includes(needle));
    });
}
