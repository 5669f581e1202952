import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { prepareDemoFolder } from './demo-folder.ts';
import { modelDir } from './model-dir.ts';

/** Prepares the embedding model as the build does, and the demo that tests copy. Does nothing if both exist. */
export default function prepareTests(): void {
  const script = fileURLToPath(
    new URL('../../electron/service/features/knowledge/embedding/prepare-model.ts', import.meta.url),
  );
  execFileSync(process.execPath, [script, modelDir], { stdio: ['ignore', 'ignore', 'inherit'] });
  prepareDemoFolder();
}
