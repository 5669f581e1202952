// Vite with hot reload in front of the browser host, both from source. Started by dev.mjs.
import { createServer } from 'vite';
import { servicePathPatterns } from '../service/platform/http/service-paths.ts';
import { signInPath } from '../../shared/window/window-session.ts';
import { startHttpHost } from '../host/http-host.ts';
import { createWindowUrl } from '../host/window-session.ts';
import { resolveProjectPath, printLine } from './project.mjs';

const { dataDir, port = 5173 } = JSON.parse(process.argv[2] ?? '{}');
const host = await startHttpHost({ dataDir, port: 0 });
const hostOrigin = host.server.origin;
const ownOrigin = `http://127.0.0.1:${port}`;

const vite = await createServer({
  configFile: resolveProjectPath('vite.config.ts'),
  // The other loaders write a copy of the file, which --watch would treat as a change, again and again.
  configLoader: 'native',
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    // Patterns, because a plain '/app' would also match the window's own /app.tsx.
    proxy: Object.fromEntries(
      [...servicePathPatterns, `^${signInPath}$`, '^/pdfjs/'].map((pattern) => [pattern, createProxyOptions()]),
    ),
  },
});
await vite.listen();
// Each restart has another secret: the URL opens a window, which shares the new secret with those that are open.
printLine(`Switchboard with hot reload: ${createWindowUrl(ownOrigin, host.session)}`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => void stop());
}

async function stop() {
  await vite.close();
  await host.close();
  process.exit(0);
}

/** Gives requests of the window the origin of the host. Requests of other pages keep their origin. */
function createProxyOptions() {
  return {
    target: hostOrigin,
    changeOrigin: true,
    configure(proxy) {
      proxy.on('proxyReq', (request) => {
        if (request.getHeader('origin') === ownOrigin) request.setHeader('origin', hostOrigin);
      });
    },
  };
}
