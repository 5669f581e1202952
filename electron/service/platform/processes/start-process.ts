import { fork, type Serializable } from 'node:child_process';

/** A child process that exchanges messages with this process. */
export type ChildProcess = {
  readonly send: (message: unknown) => void;
  /** Ends the process at once, even in the middle of a computation. */
  readonly kill: () => void;
  /** Makes this process wait for the child process before it exits. */
  readonly ref: () => void;
  /** Lets this process exit, and the child process with it. */
  readonly unref: () => void;
};

export type ChildProcessOptions = {
  /** Name of the process in the system's list of processes, if the host can set it. */
  readonly name: string;
  /** The module that the process runs. It connects with `connectToParent`. */
  readonly entry: URL;
  readonly args: readonly string[];
  readonly onMessage: (message: unknown) => void;
  /** Called once, with the reason, when the process has ended or could not be started. */
  readonly onExit: (reason: Error) => void;
};

/** Starts a child process. Electron and Node do this in different ways. */
export type StartProcess = (options: ChildProcessOptions) => ChildProcess;

/** Starts a child process with Node. */
export const forkProcess: StartProcess = ({ entry, args, onMessage, onExit }) => {
  const child = fork(entry, args, {
    execArgv: [], // not this process's options, such as an inspector port
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('message', onMessage);
  child.once('exit', (code, signal) => onExit(new Error(`The process ended with ${signal ?? `code ${code}`}.`)));
  // A process that could not be started emits no exit. One that ended emits both, for the messages that it did not receive.
  child.on('error', (error) => {
    if (child.pid === undefined) onExit(error);
  });
  return {
    send: (message) => {
      if (child.connected) child.send(message as Serializable, () => {});
    },
    kill: () => child.kill('SIGKILL'),
    ref: () => {
      child.ref();
      child.channel?.ref();
    },
    unref: () => {
      child.unref();
      child.channel?.unref();
    },
  };
};
