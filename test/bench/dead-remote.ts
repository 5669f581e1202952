import { setTimeout as delay } from 'node:timers/promises';
import { v1Routes } from '../../shared/contract/contract.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { reserveStrictRemote, startLinkedTo } from './linked-remote.ts';

const seconds = 20;
const mostPercent = 1;

/**
 * Measures the processor time of a service whose only workspace is linked to a remote that refuses every connection, while an upload
 * waits: all workspaces share this processor time.
 */
export async function bench(): Promise<readonly BenchRow[]> {
  const started = await startLinkedTo(await reserveStrictRemote());
  await started.v1(v1Routes.uploadDocument, { form: { title: 'Waiting', file: new File(['It waits.'], 'wait.txt') } });
  const before = process.cpuUsage();
  await delay(seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  await started.stop();
  const percent = (user + system) / 1e4 / seconds;
  return [
    {
      name: `workspace linked to a dead remote: processor time in its first ${seconds} s`,
      measured: `${percent.toFixed(2)} % of one core`,
      target: `≤ ${mostPercent} %`,
      ok: percent <= mostPercent,
    },
  ];
}

if (import.meta.main) printRows(await bench());
