// Runs the hosts of one test worker in one process, in which all but the first find their code loaded and compiled. Answers
// `{ id, dataDir }` when a host runs, and `{ id, stops }`, with the id of the start, when it is closed.
import { startHttpHost } from '../../../dist/electron/host/http-host.js';
import { createWindowUrl } from '../../../dist/electron/host/window-session.js';

const hosts = new Map();

process.on('message', (message) => void answer(message));
process.on('disconnect', () => process.exit());

async function answer({ id, dataDir, stops }) {
  try {
    if (stops === undefined) process.send({ id, windowUrl: await start(id, dataDir) });
    else {
      await hosts.get(stops).close();
      hosts.delete(stops);
      process.send({ id });
    }
  } catch (error) {
    process.send({ id, error: error.stack });
  }
}

async function start(id, dataDir) {
  const host = await startHttpHost({ dataDir });
  hosts.set(id, host);
  return createWindowUrl(host.server.origin, host.session);
}
