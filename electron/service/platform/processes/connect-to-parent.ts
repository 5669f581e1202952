/** Electron's connection to the process that started this one. Its own types would make the service depend on Electron. */
type ElectronParentPort = {
  readonly postMessage: (message: unknown) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};

/**
 * Connects a child process to the process that started it, in Electron or Node, and returns a function that sends messages
 * to it. The child process ends when the other one has ended.
 */
export function connectToParent(onMessage: (message: unknown) => void): (message: unknown) => void {
  // Ctrl+C reaches all processes of a terminal. The parent process decides when its children end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  const { parentPort } = process as { readonly parentPort?: ElectronParentPort }; // Electron's extension of `process`
  if (parentPort) {
    parentPort.on('message', ({ data }) => onMessage(data));
    return (message) => parentPort.postMessage(message);
  }
  process.on('message', onMessage);
  process.on('disconnect', killThisProcess);
  return (message) => process.send?.(message, undefined, undefined, () => {});
}

/** Ends this process at once. `process.exit` waits for threads, which may be in the middle of a computation. */
export function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}
