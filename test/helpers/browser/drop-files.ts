import type { Page } from '@playwright/test';

/** Drags files from the desktop over the middle of the window. `drop` drops them. */
export async function dragFiles(page: Page, paths: readonly string[]): Promise<{ readonly drop: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const { x, y } = await page.evaluate(() => ({ x: innerWidth / 2, y: innerHeight / 2 }));
  // The browser reads the files itself, as in a real drag. No script passes them to the page.
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x, y, data });
  await send('dragEnter');
  await send('dragOver');
  return {
    drop: async () => {
      await send('drop');
      await session.detach();
    },
  };
}

export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  await (await dragFiles(page, paths)).drop();
}
