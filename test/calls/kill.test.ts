import { expect, test } from 'vitest';
import { isCallEnded } from '../../shared/call-status.ts';
import type { Client } from '../../shared/client.ts';
import { createClient } from '../../shared/client.ts';
import { v1Routes } from '../../shared/contract.ts';
import { waitForCall } from '../helpers/wait-for-call.ts';
import { startServe } from '../helpers/start-host.ts';
import { createTemporaryFolder } from '../helpers/temporary-folder.ts';

/** Moments of a handful of calls, from before they begin to when some are over, in milliseconds. */
const moments = [0, 100, 700];

const callsEachTime = 5;

test(
  'kill -9 in the middle of calls loses none, ends none twice, and tells what became of each',
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
      ); // the client's own headers are a record
      return { running, v1 };
    };
    const statusesOf = async (v1: Client) => {
      const { data } = await v1(v1Routes.listCalls, { query: { limit: 200 } });
      return new Map(data.map(({ call_id, status }) => [call_id, status]));
    };

    const acknowledged: string[] = [];
    const over = new Map<string, string>();
    for (const moment of moments) {
      const { running, v1 } = await connect();
      const { data } = await v1(v1Routes.listAgents, {});
      const json = { agent_id: data[0]?.agent_id ?? '', recipient_number: '+15550100' };
      for (let count = 0; count < callsEachTime; count++)
        acknowledged.push((await v1(v1Routes.placeCall, { json })).call_id);
      await new Promise((resolve) => setTimeout(resolve, moment));
      for (const [id, status] of await statusesOf(v1)) if (isCallEnded(status)) over.set(id, status);
      await running.kill();
    }

    const { running, v1 } = await connect();
    for (const id of acknowledged) await waitForCall(v1, id);
    const statuses = await statusesOf(v1);
    expect([...statuses.keys()].toSorted()).toEqual(acknowledged.toSorted());
    for (const [id, status] of over) expect(statuses.get(id), id).toBe(status);
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
