// Vite with hot reload in front of the browser host, both from source. Started by dev.mjs.
import { createServer } from 'vite';
import { servicePathPatterns } from '../../shared/contract.ts';
import { startHttpHost } from '../host/http-host.ts';
import { resolveProjectPath, printLine } from './project.mjs';

const { data, port = 5173 } = JSON.parse(process.argv[2] ?? '{}');
const host = await startHttpHost({ data, port: 0 });
const hostOrigin = host.server.origin;

const vite = await createServer({
  configFile: resolveProjectPath('vite.config.ts'),
  // The other loaders write a copy of it beside the packages, which --watch would take for a change, over and over.
  configLoader: 'native',
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    // As patterns: a plain '/app' would take the window's own /app.tsx, too.
    proxy: Object.fromEntries(servicePathPatterns.map((pattern) => [pattern, createProxyOptions()])),
  },
});
await vite.listen();
printLine(`Switchboard with hot reload: http://127.0.0.1:${port}/`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    await vite.close();
    await host.close();
    process.exit(0);
  });
}

/** Makes the window's requests look as if the host had served it; those of other pages keep their own origin. */
function createProxyOptions() {
  const ownOrigin = `http://127.0.0.1:${port}`;
  return {
    target: hostOrigin,
    changeOrigin: true,
    configure(proxy) {
      proxy.on('proxyReq', (request) => {
        const origin = request.getHeader('origin');
        const site = request.getHeader('sec-fetch-site');
        if (origin === ownOrigin) request.setHeader('origin', hostOrigin);
        if (site === 'same-origin' && (!origin || origin === ownOrigin))
          request.setHeader('cookie', host.server.sessionCookie);
      });
    },
  };
}
