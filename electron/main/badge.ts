import { app, BrowserWindow, nativeImage, type NativeImage } from 'electron';
import type { Client } from '../../shared/contract/client.ts';
import { appRoutes } from '../../shared/contract/contract.ts';
import { overviewEventTypes } from '../../shared/window/overview.ts';
import type { Service } from '../service/service.ts';
import { createWindowClient } from './window-client.ts';

/** Many calls can change in a second. */
const updateDelayMs = 1_000;

/** Shows the number of open items of the overview on the icon of the application: a number, or a dot on Windows. */
export function setUpBadge(service: Service): void {
  const client = createWindowClient(service);
  let shownCount = 0;
  // Windows forgets the dot with the button of the window.
  const showBadgeOnShow = (window: BrowserWindow) => window.on('show', () => showBadge(shownCount));
  BrowserWindow.getAllWindows().forEach(showBadgeOnShow);
  app.on('browser-window-created', (_event, window) => showBadgeOnShow(window));
  let timer: NodeJS.Timeout | null = null;
  const update = async () => {
    timer = null;
    const count = await countOpenItems(client);
    if (count === shownCount) return;
    shownCount = count;
    showBadge(count);
  };
  const updateLater = () => {
    timer ??= setTimeout(() => void update(), updateDelayMs);
  };
  const changes = new Set<string>([...overviewEventTypes, 'reset']);
  service.onEvent(({ type }) => {
    if (changes.has(type)) updateLater();
  });
  updateLater();
}

/** Returns 0 if no workspace is open, or if the overview cannot be read. */
async function countOpenItems(client: Client): Promise<number> {
  try {
    return (await client(appRoutes.getOverview, {})).attention.length;
  } catch {
    return 0;
  }
}

function showBadge(count: number): void {
  if (process.platform !== 'win32') return void app.setBadgeCount(count);
  const [window] = BrowserWindow.getAllWindows();
  window?.setOverlayIcon(count === 0 ? null : drawDot(), count === 0 ? '' : `Needs attention (${count})`);
}

const dotSize = 16;
const dotColor = [0x3b, 0x3b, 0xd9, 0xff]; // blue, green, red, alpha

function drawDot(): NativeImage {
  const bitmap = Buffer.alloc(dotSize * dotSize * 4);
  for (let pixel = 0; pixel < dotSize * dotSize; pixel++) {
    const x = (pixel % dotSize) + 0.5 - dotSize / 2;
    const y = Math.floor(pixel / dotSize) + 0.5 - dotSize / 2;
    if (Math.hypot(x, y) < dotSize / 2) bitmap.set(dotColor, pixel * 4);
  }
  return nativeImage.createFromBitmap(bitmap, { width: dotSize, height: dotSize });
}
