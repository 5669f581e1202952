import type {
  ParseRequest,
  ProcessMessage,
} from '../../../electron/service/features/knowledge/parsing/parse-protocol.ts';
import {
  forkProcess,
  type ChildProcess,
  type StartProcess,
} from '../../../electron/service/platform/processes/start-process.ts';

export type ObservedProcess = {
  /** Titles of the documents that the process was asked to parse. */
  readonly titles: readonly (string | null)[];
  readonly hasEnded: boolean;
  /** Ends the process as another program can do. */
  readonly kill: () => void;
};

/** Starts real parser processes and lists them. `onMessage` receives each of their messages before the service does. */
export function observeProcesses(onMessage: (process: ObservedProcess, message: ProcessMessage) => void = () => {}): {
  readonly startProcess: StartProcess;
  readonly processes: readonly ObservedProcess[];
} {
  const processes: ObservedProcess[] = [];
  const startProcess: StartProcess = (options) => {
    let child: ChildProcess | undefined;
    const titles: (string | null)[] = [];
    const observed = { titles, hasEnded: false, kill: () => child?.kill() };
    processes.push(observed);
    child = forkProcess({
      ...options,
      onMessage(message) {
        onMessage(observed, message as ProcessMessage); // only parsers are processes
        options.onMessage(message);
      },
      onExit(reason) {
        observed.hasEnded = true;
        options.onExit(reason);
      },
    });
    const { send } = child;
    return {
      ...child,
      send(message) {
        const request = message as ParseRequest; // as above
        if (request.type === 'parse') titles.push(request.task.title);
        send(message);
      },
    };
  };
  return { startProcess, processes };
}
