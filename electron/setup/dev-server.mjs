// Vite with hot reload in front of the browser host, both from source. Started by dev.mjs.
import { createServer } from 'vite';
import { servicePathPatterns } from '../service/platform/http/service-paths.ts';
import { windowSecretHeader } from '../../shared/window-session.ts';
import { startHttpHost } from '../host/http-host.ts';
import { resolveProjectPath, printLine } from './project.mjs';

const { dataDir, port = 5173 } = JSON.parse(process.argv[2] ?? '{}');
const host = await startHttpHost({ dataDir, port: 0 });
const hostOrigin = host.server.origin;

const vite = await createServer({
  configFile: resolveProjectPath('vite.config.ts'),
  // The other loaders write a copy of the file, which --watch would treat as a change, again and again.
  configLoader: 'native',
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    // Patterns, because a plain '/app' would also match the window's own /app.tsx.
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

/** Gives requests of the window the origin and the secret of the host. Requests of other pages keep their origin. */
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
          request.setHeader(windowSecretHeader, host.session.secret);
      });
    },
  };
}
