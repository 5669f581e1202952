import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The window's pages by default; `--mode preload` makes the one script that a sandboxed preload may be. */
export default defineConfig(({ mode }) =>
  mode === 'preload'
    ? {
        build: {
          outDir: at('dist/electron'),
          emptyOutDir: false,
          minify: false,
          lib: { entry: at('electron/preload.ts'), formats: ['cjs'], fileName: () => 'preload.cjs' },
          rolldownOptions: { external: ['electron'] },
        },
      }
    : {
        root: at('renderer'),
        base: './',
        plugins: [react(), tailwindcss()],
        build: {
          outDir: at('dist/renderer'),
          emptyOutDir: true,
          target: 'chrome130',
          chunkSizeWarningLimit: 1024, // in KB; the benchmark of the window's size has the limit that counts
          rolldownOptions: {
            output: {
              // What the first frame needs comes in two pieces instead of in dozens: zod as it was set up, and all else.
              codeSplitting: {
                groups: [
                  { name: 'schemas', test: /\/(zod|configure-zod)\b/, priority: 1 },
                  { name: 'frame', tags: ['$initial'] },
                ],
              },
            },
          },
        },
      },
);
