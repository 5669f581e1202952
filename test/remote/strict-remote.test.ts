import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startFaultProxy } from '../helpers/remote/fault-proxy.ts';
import { startStrictRemote, type StrictRemoteOptions } from '../helpers/remote/strict-remote.ts';

const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function start(options?: StrictRemoteOptions) {
  const remote = await startStrictRemote(options);
  opened.push(remote.close);
  const send = (method: string, path: string, body?: BodyInit, base = remote.baseUrl) =>
    fetch(`${base}${path}`, {
      method,
      headers: { Authorization: `Bearer ${remote.keys.admin}` },
      ...(body !== undefined && { body }),
    });
  return { remote, send };
}

async function startProxied() {
  const started = await start();
  const proxy = await startFaultProxy(started.remote.port);
  opened.push(proxy.close);
  const read = () =>
    started.send(
      'GET',
      '/billing/usage',
      undefined,
      started.remote.baseUrl.replace(started.remote.origin, proxy.origin),
    );
  return { ...started, proxy, read };
}

describe('the strict remote', () => {
  it('has the operations of the specification and no others', async () => {
    const { remote, send } = await start();
    const form = new FormData();
    form.append('title', 'Hours');
    form.append('file', new File(['We open at 9.'], 'hôurs.txt'));
    const uploaded = await send('POST', '/knowledge/documents', form);
    expect([uploaded.status, await uploaded.json()]).toMatchObject([202, { document_id: 'doc_1' }]);
    expect(remote.requests[0]?.upload).toMatchObject({ fields: { title: 'Hours' }, fileName: 'hôurs.txt' });
    const answers = await Promise.all([
      send('GET', '/organizations/org_remote'),
      send('GET', '/organizations/org_remote/members'),
      send('GET', '/knowledge/documents/doc_1'),
      send('GET', '/billing/usage'),
      send('GET', '/billing/invoices'),
      send('POST', '/calls/outbound', JSON.stringify({ agent_id: 'agt_1', recipient_number: '+14155550132' })),
      send('POST', '/agents/requests', JSON.stringify({ objective: 'Confirm deliveries.' })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 202, 201]);
    expect((await send('GET', '/calls/call_1')).status).toBe(200);
    expect((await send('GET', '/agents/requests/req_1')).status).toBe(200);
    expect((await send('DELETE', '/knowledge/documents/doc_1')).status).toBe(200);
    expect((await send('DELETE', '/knowledge/documents/doc_1')).status).toBe(404);
    const others = ['/calls', '/agents', '/openapi.json', '/knowledge/documents', '/agents/requests', '/events'];
    expect(await Promise.all(others.map(async (path) => (await send('GET', path)).status))).toEqual(
      others.map(() => 404),
    );
  });

  it('counts what it executed apart from what it answered', async () => {
    const { remote, send } = await start();
    const call = JSON.stringify({ agent_id: 'agt_1', recipient_number: '+14155550132' });
    remote.setFault('placeCall', { drop: 'before' });
    await expect(send('POST', '/calls/outbound', call)).rejects.toThrow();
    expect(remote.state.calls.size).toBe(0);
    remote.setFault('placeCall', { drop: 'after' });
    await expect(send('POST', '/calls/outbound', call)).rejects.toThrow();
    expect(remote.state.calls.size).toBe(1);
    expect(remote.countRequests('placeCall')).toBe(2);
  });

  it('answers errors in the shape of its options', async () => {
    const { remote, send } = await start();
    remote.state.errorShape = 'nested';
    expect(await (await send('GET', '/calls/none')).json()).toEqual({ error: { message: 'Not found.', code: 404 } });
    remote.setFault('getUsage', (_, number) =>
      number === 1 ? { status: 503, headers: { 'Retry-After': '7' } } : undefined,
    );
    const busy = await send('GET', '/billing/usage');
    expect([busy.status, busy.headers.get('Retry-After')]).toEqual([503, '7']);
    expect((await send('GET', '/billing/usage')).status).toBe(200);
  });
});

describe('the fault proxy', () => {
  it('cuts a connection after a number of bytes in either direction', async () => {
    const { remote, proxy, read } = await startProxied();
    proxy.setFault((number) => (number === 1 ? { cutToServerAfter: 20 } : { cutToClientAfter: 20 }));
    await expect(read()).rejects.toThrow();
    expect(remote.countRequests('getUsage')).toBe(0);
    await expect(read()).rejects.toThrow();
    expect(remote.countRequests('getUsage')).toBe(1);
    proxy.setFault(null);
    expect((await read()).status).toBe(200);
  });

  it('goes offline and online again on the same port', async () => {
    const { proxy, read } = await startProxied();
    expect((await read()).status).toBe(200);
    await proxy.setOnline(false);
    const refused = await new Promise((resolve) => connect(proxy.port, '127.0.0.1').on('error', resolve));
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
    await proxy.setOnline(true);
    expect((await read()).status).toBe(200);
  });

  it('holds data until it is released', async () => {
    const { remote, proxy, read, send } = await startProxied();
    proxy.hold();
    const reading = read();
    expect((await send('GET', '/billing/invoices')).status).toBe(200);
    expect(remote.countRequests('getUsage')).toBe(0);
    proxy.release();
    expect((await reading).status).toBe(200);
  });
});
