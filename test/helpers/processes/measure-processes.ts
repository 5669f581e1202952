import { readdirSync, readFileSync } from 'node:fs';

const pageBytes = 4096;

export type RunningProcess = {
  readonly pid: number;
  readonly parentPid: number;
  /** In clock ticks since the computer was started. */
  readonly startedAt: number;
  readonly residentBytes: number;
};

/** Returns the memory of a process and of all that it has started, directly or not, in bytes. Linux only. */
export function measureWithChildren(pid: number): number {
  const processes = readProcesses();
  return [...listDescendants(processes, pid), processes.get(pid)].reduce(
    (sum, found) => sum + (found?.residentBytes ?? 0),
    0,
  );
}

/** Returns all processes that a process has started, directly or not. Linux only. */
export function listChildProcesses(ancestorPid = process.pid): readonly RunningProcess[] {
  return listDescendants(readProcesses(), ancestorPid);
}

function readProcesses(): ReadonlyMap<number, RunningProcess> {
  const processes = new Map<number, RunningProcess>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // After the name of the program, which may contain spaces: the state, the parent, and in fields 20 and 22 the start and the
      // resident pages.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      const [pid, parentPid, residentBytes] = [Number(name), Number(fields[1]), Number(fields[21]) * pageBytes];
      processes.set(pid, { pid, parentPid, startedAt: Number(fields[19]), residentBytes });
    } catch {
      // The process has ended.
    }
  }
  return processes;
}

function listDescendants(
  processes: ReadonlyMap<number, RunningProcess>,
  ancestorPid: number,
): readonly RunningProcess[] {
  const isDescendant = ({ parentPid }: RunningProcess): boolean => {
    const parent = processes.get(parentPid);
    return parentPid === ancestorPid || (parent !== undefined && isDescendant(parent));
  };
  return [...processes.values()].filter(isDescendant);
}

/** Returns the command of a process. Empty if it has ended but its parent has not noticed this. Linux only. */
export function readCommand(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
}
