import type { Desktop } from '../desktop/launch-desktop.ts';

/** Returns the strings and names in the memory of the page, after its garbage was collected, as JSON. */
export async function readHeap({ app, page }: Desktop): Promise<string> {
  const session = await app.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot');
  await session.detach();
  const text = chunks.join('');
  return text.slice(text.lastIndexOf('"strings":'));
}
