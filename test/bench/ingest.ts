import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { createEmbedder } from '../../electron/service/features/knowledge/embedding/embedder.ts';
import { createParser } from '../../electron/service/features/knowledge/parsing/parser.ts';
import { forkProcess } from '../../electron/service/platform/processes/start-process.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';
import { measureWithChildren } from '../helpers/processes/measure-processes.ts';
import { modelDir } from '../helpers/service/model-dir.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { upload, uploadAndWait } from '../helpers/service/upload.ts';
import { printRows, type BenchRow } from './bench-row.ts';

const pages = 2_400;
const title = 'A large handbook';
const batchChunks = 16;
const sampleMs = 50;
const smallBytes = 4_096;
const smallFiles = 20;

/** `BENCH_PDF` is the path of another PDF to ingest instead of the generated one. */
const pdf =
  process.env['BENCH_PDF'] ?? fileURLToPath(new URL(`../../.cache/bench-${pages}-pages.pdf`, import.meta.url));

/** Ingests a PDF of 2,400 pages with the whole service, and compares it to the embedder alone on the same chunks. */
export async function bench(): Promise<readonly BenchRow[]> {
  // In a separate process, because the memory of this one is measured.
  const script = fileURLToPath(new URL('../fixtures/make-large-pdf.ts', import.meta.url));
  if (!process.env['BENCH_PDF']) execFileSync(process.execPath, [script, pdf, String(pages)]);
  const small = await measureSmallFiles();
  const ingest = await measureIngest();
  const embedderAlone = await measureEmbedder();
  const ratio = ingest.chunksPerSecond / embedderAlone;
  return [
    {
      name: `4 kB text file, from the upload until it is active, parser running, slowest of ${smallFiles}`,
      measured: `${small.slowestMs.toFixed(0)} ms (first file, which starts parser and embedder: ${small.firstMs.toFixed(0)} ms)`,
      target: '< 300 ms',
      ok: small.slowestMs < 300,
    },
    {
      name: `ingest of a PDF, ${ingest.chunks} chunks, against the embedder alone`,
      measured: `${ingest.chunksPerSecond.toFixed(1)} / ${embedderAlone.toFixed(1)} chunks/s = ${ratio.toFixed(2)}`,
      target: '≥ 0.85',
      ok: ratio >= 0.85,
    },
    {
      name: 'event-loop delay while ingesting, p99',
      measured: `${ingest.delayP99Ms.toFixed(1)} ms`,
      target: '< 20 ms',
      ok: ingest.delayP99Ms < 20,
    },
    {
      name: 'memory of the service and its parsers while ingesting, peak',
      measured: `${ingest.peakMb.toFixed(0)} MB`,
      target: '< 700 MB',
      ok: ingest.peakMb < 700,
    },
  ];
}

/** Measures small files one after another, each with other text. */
async function measureSmallFiles() {
  const started = await startServiceWithWorkspace();
  const firstMs = await measureSmallFile(started, 0);
  let slowestMs = 0;
  for (let number = 1; number <= smallFiles; number++) {
    slowestMs = Math.max(slowestMs, await measureSmallFile(started, number));
  }
  await started.stop();
  return { firstMs, slowestMs };
}

async function measureSmallFile({ v1 }: StartedService, number: number): Promise<number> {
  const text = `Locker ${number} belongs to the night crew, and its key is at the front desk. `;
  const startedAt = performance.now();
  const { status } = await uploadAndWait(v1, `Small ${number}`, text.repeat(100).slice(0, smallBytes));
  if (status !== 'active') throw new Error(`The text file is ${status}.`);
  return performance.now() - startedAt;
}

async function measureIngest() {
  const started = await startServiceWithWorkspace();
  const id = await upload(started.v1, title, readFileSync(pdf), 'large.pdf');
  const delay = monitorEventLoopDelay({ resolution: 2 });
  let peakBytes = 0;
  const sampler = setInterval(() => (peakBytes = Math.max(peakBytes, measureMemory())), sampleMs);
  delay.enable();
  const startedAt = performance.now();
  const document = await waitForDocument(started.v1, id);
  const seconds = (performance.now() - startedAt) / 1000;
  delay.disable();
  clearInterval(sampler);
  await started.stop();
  if (document.status !== 'active') throw new Error(`The PDF could not be read: ${document.error?.detail}`);
  const chunks = document.chunks_created;
  // The histogram includes the period of the timer.
  const delayP99Ms = Math.max(0, delay.percentile(99) / 1e6 - 2);
  return { chunks, chunksPerSecond: chunks / seconds, delayP99Ms, peakMb: peakBytes / 1e6 };
}

/** Returns the memory of this process and, on Linux, of the parser processes. */
function measureMemory(): number {
  return process.platform === 'linux' ? measureWithChildren(process.pid) : process.memoryUsage.rss();
}

/** Embeds the same chunks in the same batches, without parsing and storing. */
async function measureEmbedder(): Promise<number> {
  const batches: (readonly number[])[][] = [[]];
  const parser = createParser({ startProcess: forkProcess });
  await parser.parse({
    path: pdf,
    kind: 'pdf',
    title,
    signal: new AbortController().signal,
    onSection: ({ chunks }) => {
      for (const { tokenIds } of chunks) {
        if ((batches.at(-1)?.length ?? 0) >= batchChunks) batches.push([]);
        batches.at(-1)?.push(tokenIds);
      }
    },
  });
  await parser.close();
  const embedder = createEmbedder({ modelDir });
  await embedder.embed(batches[0] ?? []);
  const startedAt = performance.now();
  let chunks = 0;
  for (let at = 0; at < batches.length; at += 2) {
    const pair = batches.slice(at, at + 2);
    await Promise.all(pair.map((batch) => embedder.embed(batch)));
    chunks += pair.flat().length;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await embedder.close();
  return chunks / seconds;
}

if (import.meta.main) printRows(await bench());
