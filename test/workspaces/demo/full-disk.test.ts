import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { canMountDisk, mountSmallDisk, type SmallDisk } from '../../helpers/damage/small-disk.ts';
import { startService, type StartedService } from '../../helpers/service/start-service.ts';

describe.runIf(canMountDisk)('on a disk that becomes full', () => {
  let disk: SmallDisk;
  let started: StartedService;

  afterEach(async () => {
    await started.stop();
    disk.unmount();
  });

  // Each of these sizes fails in another step.
  test.each([[0], [2048], [7000]])(
    'a demo with %i kB of space is refused with one sentence, and leaves nothing',
    async (kilobytes) => {
      disk = mountSmallDisk();
      started = await startService({ dataDir: join(disk.path, 'data') });
      if (kilobytes < 7000) disk.fillUpTo(kilobytes * 1024);
      const error: unknown = await started.service
        .openServeWorkspace({ demo: true })
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'storage_full', message: expect.stringMatching(/^The disk is full\. /) });
      expect(readdirSync(join(disk.path, 'data', 'workspaces'))).toEqual([]);
    },
  );
});
