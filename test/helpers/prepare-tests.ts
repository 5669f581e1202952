import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { modelDir } from './model-dir.ts';

/** Prepares the embedding model once, as the build does; nothing happens when it is there already. */
export default function prepareTests(): void {
  const script = fileURLToPath(
    new URL('../../electron/service/features/knowledge/embedding/prepare-model.ts', import.meta.url),
  );
  execFileSync(process.execPath, [script, modelDir], { stdio: ['ignore', 'ignore', 'inherit'] });
}
