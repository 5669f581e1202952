import { readdirSync, readFileSync } from 'node:fs';

const pageBytes = 4096;

/** Returns the memory of all processes that this one has started, directly or not, in bytes. Linux only. */
export function measureChildProcesses(): number {
  const parents = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // After the name of the program, which may contain spaces: the state, the parent, and in field 22 the resident pages.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      parents.set(Number(name), Number(fields[1]));
      sizes.set(Number(name), Number(fields[21]) * pageBytes);
    } catch {
      // The process has ended.
    }
  }
  const isDescendant = (pid: number | undefined): boolean => {
    const parent = pid === undefined ? undefined : parents.get(pid);
    return parent === process.pid || (parent !== undefined && parent !== 0 && isDescendant(parent));
  };
  return [...sizes].reduce((sum, [pid, bytes]) => (isDescendant(pid) ? sum + bytes : sum), 0);
}
