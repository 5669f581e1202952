/** Why the packaged application does not start. */
export type Refusal = {
  readonly reason: string;
  /** Whether it must end before Chromium reads the switch. */
  readonly isUrgent: boolean;
};

const debuggingSwitches = ['remote-debugging-port', 'remote-debugging-pipe'];

/**
 * Returns why the packaged application does not start with the switches of its command line, or undefined if it does. Root
 * cannot use the sandbox.
 */
export function findRefusal(hasSwitch: (name: string) => boolean, isRoot: boolean): Refusal | undefined {
  const debuggingSwitch = debuggingSwitches.find(hasSwitch);
  if (debuggingSwitch !== undefined)
    return { reason: `Switchboard does not start with --${debuggingSwitch}.`, isUrgent: true };
  if (hasSwitch('no-sandbox') && !isRoot) return { reason: noSandbox, isUrgent: false };
  return undefined;
}

/** The launcher of the AppImage adds the switch on a Linux that does not allow the sandbox. */
const noSandbox =
  'Switchboard does not start without its sandbox (--no-sandbox). If you did not set this switch, your system does not ' +
  'let the AppImage create user namespaces, which the sandbox needs. Install the deb package instead, or allow them.';
