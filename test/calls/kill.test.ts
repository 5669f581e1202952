import { expect, test } from 'vitest';
import { isCallEnded, type CallStatus } from '../../shared/call-status.ts';
import type { Client } from '../../shared/client.ts';
import { createClient } from '../../shared/client.ts';
import { v1Routes } from '../../shared/contract.ts';
import { subscribeToEvents } from '../helpers/subscribe-to-events.ts';
import { waitForCall } from '../helpers/wait-for-call.ts';
import { startServe } from '../helpers/start-host.ts';
import { createTemporaryFolder } from '../helpers/temporary-folder.ts';

/** In each round, the process is killed when a call has this status: while the others are queued, in progress or ended. */
const moments: readonly ((status: CallStatus) => boolean)[] = [
  (status) => status === 'queued',
  (status) => status === 'in_progress',
  isCallEnded,
];

const callsPerRound = 5;

test(
  'after kill -9 during calls, none is lost, none ends twice, and each has an outcome',
  { timeout: 120_000 },
  async () => {
    const folder = await createTemporaryFolder();
    let key: string | undefined;
    const connect = async () => {
      const running = await startServe(folder.path, '--rate-limit', '0');
      key ??= running.line.keys?.admin;
      const headers = { Authorization: `Bearer ${key}` };
      const v1 = createClient(running.line.base_url, (url, init) =>
        fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
      ); // the client always passes a record
      return { running, v1 };
    };
    const listStatuses = async (v1: Client) => {
      const { data } = await v1(v1Routes.listCalls, { query: { limit: 200 } });
      return new Map(data.map(({ call_id, status }) => [call_id, status]));
    };

    const acknowledged: string[] = [];
    const ended = new Map<string, string>();
    for (const isMoment of moments) {
      const { running, v1 } = await connect();
      const events = await subscribeToEvents(v1);
      const { data } = await v1(v1Routes.listAgents, {});
      const json = { agent_id: data[0]?.agent_id ?? '', recipient_number: '+15550100' };
      for (let count = 0; count < callsPerRound; count++)
        acknowledged.push((await v1(v1Routes.placeCall, { json })).call_id);
      const latest = acknowledged.slice(-callsPerRound);
      await events.waitFor(
        (event) => event.type === 'call.changed' && latest.includes(event.call_id) && isMoment(event.status),
      );
      await events.stop();
      for (const [id, status] of await listStatuses(v1)) if (isCallEnded(status)) ended.set(id, status);
      await running.kill();
    }

    const { running, v1 } = await connect();
    for (const id of acknowledged) await waitForCall(v1, id);
    const statuses = await listStatuses(v1);
    expect([...statuses.keys()].toSorted()).toEqual(acknowledged.toSorted());
    for (const [id, status] of ended) expect(statuses.get(id), id).toBe(status);
    let completed = 0;
    for (const id of acknowledged) {
      const call = await v1(v1Routes.getCall, { params: { call_id: id } });
      expect(['completed', 'failed', 'no_answer', 'busy']).toContain(call.status);
      if (call.status !== 'completed') continue;
      completed += 1;
      const recording = await fetch(call.recording_url ?? '');
      expect(recording.status).toBe(200);
      expect(String((await recording.arrayBuffer()).byteLength)).toBe(recording.headers.get('Content-Length'));
    }
    expect(completed).toBeGreaterThan(0);
    expect(await running.stop()).toBe(0);
    await folder.remove();
  },
);
