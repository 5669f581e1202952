import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { StartProcess } from '../service/platform/processes/start-process.ts';

/** Starts a child process with Electron, whose executable cannot run as Node in an installed application. */
export const startUtilityProcess: StartProcess = ({ name, entry, args, onMessage, onExit }) => {
  const child = utilityProcess.fork(fileURLToPath(entry), [...args], { serviceName: name, stdio: 'ignore' });
  const kill = () => {
    // `child.kill` sends a signal that the process ignores, because a terminal sends it too.
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
  };
  let isKilled = false;
  child.on('spawn', () => isKilled && kill());
  child.on('message', onMessage);
  child.once('exit', (code) => onExit(new Error(`The process ended with code ${code}.`)));
  return {
    send: (message) => child.postMessage(message),
    kill: () => {
      isKilled = true;
      kill();
    },
    // Electron runs until it quits, with or without child processes.
    ref: () => {},
    unref: () => {},
  };
};
