import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PendingReplies } from '../../../shared/calls/pending-replies.ts';

export type SharedHost = {
  /** The URL that opens the window, with the token. */
  readonly windowUrl: string;
  readonly stop: () => Promise<void>;
};

type Reply = { readonly id: number; readonly windowUrl?: string; readonly error?: string };

const script = fileURLToPath(new URL('shared-host-process.mjs', import.meta.url));
const replies = new PendingReplies<Reply>();
let running: ChildProcess | undefined;

/**
 * Starts a browser host in the process that the hosts of this worker share, so that only the first loads and compiles the code.
 * Tests that kill their host or read its output use `startHost`.
 */
export async function startSharedHost(dataDir: string): Promise<SharedHost> {
  const { id, reply } = replies.add((newId) => getProcess().send({ id: newId, dataDir }));
  const { windowUrl = '' } = await reply;
  const stop = async () => void (await replies.add((newId) => getProcess().send({ id: newId, stops: id })).reply);
  return { windowUrl, stop };
}

/** Returns the process, which ends with this worker. */
function getProcess(): ChildProcess {
  if (running) return running;
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env; // tests must not open windows
  const child = fork(script, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.on('message', ({ id, error, ...reply }: Reply) => {
    if (error === undefined) replies.resolve(id, { id, ...reply });
    else replies.reject(id, new Error(`The host failed: ${error}`));
  });
  child.on('exit', (code, signal) => {
    running = undefined;
    replies.rejectAll(new Error(`The process of the hosts ended with ${signal ?? code}.`));
  });
  child.unref();
  child.channel?.unref();
  running = child;
  return child;
}
