import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Document, HeadingLevel, Packer, Paragraph } from 'docx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../electron/service/platform/seeded-random.ts';
import { createClient, type Client } from '../../shared/contract/client.ts';
import { v1Routes } from '../../shared/contract/contract.ts';
import { Problem } from '../../shared/contract/problems.ts';
import { chooseRuns, chooseSeed, isLong } from '../helpers/processes/fuzz-runs.ts';
import { measureChildProcesses } from '../helpers/processes/measure-processes.ts';
import { startServe } from '../helpers/service/start-host.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';
import { makePdfWithCharacterMap } from './parsing/make-bombs.ts';
import { makePdf } from './parsing/make-files.ts';
import { mutate } from './parsing/mutate.ts';

const fileCount = chooseRuns({ perCommit: 8, long: 2_000 });
const seed = chooseSeed('mutated');
/** The file before it has so much text that it is processed for seconds. */
const firstNumber = isLong ? 0 : 2;
const concurrentUploads = 6;
/** The latency is measured in a long run only. */
const pingMs = isLong ? 20 : 200;

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'switchboard-mutated-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test(
  `every mutated PDF and DOCX becomes active or failed, while the service answers (RUNS=${fileCount} SEED=${seed})`,
  { timeout: 60_000 + fileCount * 4_000 },
  async () => {
    const running = await startServe(dataDir, '--rate-limit', '0');
    const v1 = createClient(running.line.base_url, (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('Authorization', `Bearer ${running.line.keys?.admin}`);
      return fetch(url, { ...init, headers });
    });
    const samples = await makeSamples();
    const measurements = measureDuring(v1);
    const outcomes: Record<string, number> = {};
    let next = 0;
    const uploadNext = async () => {
      while (next < fileCount) {
        const number = next++;
        const random = createRandom(`${seed} ${firstNumber + number}`);
        const { bytes, name } = random.pick(samples);
        const outcome = await uploadMutated(v1, `Mutated ${number}`, new Uint8Array(mutate(bytes, random)), name);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: concurrentUploads }, uploadNext));
    const { latenciesMs, peakBytes } = await measurements.stop();
    const p99Ms = latenciesMs.toSorted((a, b) => a - b)[Math.floor(latenciesMs.length * 0.99)] ?? Infinity;
    if (isLong) console.log({ outcomes, p99Ms, peakMb: peakBytes / 1e6, requests: latenciesMs.length });
    expect(outcomes).toMatchObject({ active: expect.any(Number), unreadable: expect.any(Number) });
    expect(outcomes).not.toHaveProperty('internal');
    if (process.platform === 'linux') expect(peakBytes).toBeLessThan(900e6);
    if (isLong) expect(p99Ms).toBeLessThan(50);
    expect(await running.stop()).toBe(0);
  },
);

/** Returns `active`, or why the document failed, or `rejected` if not even its type was left. */
async function uploadMutated(v1: Client, title: string, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
  try {
    const { status, error } = await uploadAndWait(v1, title, bytes, name);
    return error?.code ?? status;
  } catch (error) {
    if (error instanceof Problem && error.code === 'unsupported_media_type') return 'rejected';
    throw error;
  }
}

async function makeSamples(): Promise<readonly { readonly name: string; readonly bytes: Buffer }[]> {
  const pages = ['We are open on Tuesday.', 'Lockers cost 5 dollars a day.', 'Call us at 555 0100.'];
  const docx = new Document({
    sections: [
      {
        children: [
          new Paragraph({ text: 'Prices', heading: HeadingLevel.HEADING_1 }),
          ...pages.map((page) => new Paragraph(page)),
        ],
      },
    ],
  });
  return [
    { name: 'a.pdf', bytes: await makePdf(pages, { compress: false }) },
    { name: 'b.pdf', bytes: await makePdf(pages) },
    { name: 'c.docx', bytes: await Packer.toBuffer(docx) },
    {
      name: 'd.pdf',
      bytes: makePdfWithCharacterMap('Encoding', '1 begincidrange <00000000> <00000041> 0 endcidrange'),
    },
    {
      name: 'e.pdf',
      bytes: makePdfWithCharacterMap('ToUnicode', '1 beginbfrange <00000000> <00000041> <0041> endbfrange'),
    },
  ];
}

/** Measures the latency of a request, and the memory of the service with its parsers, again and again. */
function measureDuring(v1: Client) {
  const latenciesMs: number[] = [];
  let peakBytes = 0;
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      await v1(v1Routes.listDocuments, { query: { limit: 1 } });
      latenciesMs.push(performance.now() - startedAt);
      if (process.platform === 'linux') peakBytes = Math.max(peakBytes, measureChildProcesses());
      await delay(pingMs);
    }
    return { latenciesMs, peakBytes };
  };
  const measured = run();
  return {
    stop: () => {
      stopping.abort();
      return measured;
    },
  };
}
