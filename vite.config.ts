import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The window's pages. */
const pages: UserConfig = {
  root: at('renderer'),
  base: './',
  plugins: [react(), tailwindcss()],
  worker: { format: 'es' },
  build: {
    outDir: at('dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    chunkSizeWarningLimit: 1024, // in KB; the benchmark of the window's size has the limit that counts
    rolldownOptions: {
      output: {
        // In a few files instead of in dozens, because each request takes time at the start: zod as it was set up, what else the
        // first frame needs, what the overview and the menus of the sidebar need, and what several other views share.
        codeSplitting: {
          groups: [
            { name: 'schemas', test: /\/(zod|configure-zod)\b/, priority: 2 },
            { name: 'frame', tags: ['$initial'], priority: 1 },
            { name: 'overview', test: /\/(overview-view|openable-[a-z]+-menu)\.tsx$/ },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
};

/** The one script that a sandboxed preload may be. */
const preload: UserConfig = {
  build: {
    outDir: at('dist/electron'),
    emptyOutDir: false,
    minify: false,
    lib: { entry: at('electron/preload.ts'), formats: ['cjs'], fileName: () => 'preload.cjs' },
    rolldownOptions: { external: ['electron'] },
  },
};

/** Packages that are not JavaScript alone. */
const nativePackages = ['keytar', 'onnxruntime-node'];

/** The main process and its service in a few files: reading hundreds would take most of the time of a start. */
const main: UserConfig = {
  plugins: [keepModuleUrls()],
  build: {
    ssr: at('electron/main/main.ts'),
    outDir: at('dist/main'),
    emptyOutDir: true,
    target: 'node20',
    // In one folder, which `keepModuleUrls` needs.
    rolldownOptions: {
      external: ['electron', ...nativePackages],
      output: {
        chunkFileNames: '[name]-[hash].js',
        charset: 'ascii', // V8 keeps the text of the scripts, and other characters double its size
        // Reads faster without spaces and comments. Stack traces in the log need the names.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
  ssr: { noExternal: true, external: [...nativePackages] },
};

/** Modules find their workers and files next to the file that the compiler makes of them, not next to the bundle. */
function keepModuleUrls(): Plugin {
  return {
    name: 'keep-module-urls',
    transform: {
      filter: { code: 'import.meta.url' },
      handler: (code, id) => {
        const path = relative(at('.'), id);
        const compiled = path.startsWith('node_modules') ? `../../${path}` : `../${path.replace(/\.ts$/, '.js')}`;
        return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(compiled)}, import.meta.url).href`);
      },
    },
  };
}

const configs: Readonly<Record<string, UserConfig>> = { preload, main };

/** The pages by default. */
export default defineConfig(({ mode }) => configs[mode] ?? pages);
