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
import { measureWithChildren } from '../helpers/processes/measure-processes.ts';
import { startServe } from '../helpers/service/start-host.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';
import { makePdfWithCharacterMap } from './parsing/make-bombs.ts';
import { makeDocx, makePart, makePdf, makeRelatedParts } from './parsing/make-files.ts';
import { mutate } from './parsing/mutate.ts';
import { drawPdf, drawTable, drawText, makeStream } from './parsing/pdf/draw-pdf.ts';
import { code, field, p, r, row, table, textCell } from './parsing/word-markup.ts';

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
  `every mutated file becomes active or failed, while the service answers (RUNS=${fileCount} SEED=${seed})`,
  { timeout: 60_000 + fileCount * 4_000 },
  async () => {
    const running = await startServe(dataDir, '--rate-limit', '0');
    const v1 = createClient(running.line.base_url, (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('Authorization', `Bearer ${running.line.keys?.admin}`);
      return fetch(url, { ...init, headers });
    });
    const samples = await makeSamples();
    const measurements = measureDuring(v1, running.pid ?? 0);
    const outcomes: Record<string, number> = {};
    let next = 0;
    const uploadNext = async () => {
      while (next < fileCount) {
        const number = next++;
        const random = createRandom(`${seed} ${firstNumber + number}`);
        const { bytes, name, pack = (mutated: Buffer) => mutated } = random.pick(samples);
        const mutated = new Uint8Array(pack(mutate(bytes, random)));
        const outcome = await uploadMutated(v1, `Mutated ${number}`, mutated, name);
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

type Sample = {
  readonly name: string;
  readonly bytes: Buffer;
  /** Makes a file of the mutated bytes, if they are a part of it. */
  readonly pack?: (mutated: Buffer) => Buffer;
};

async function makeSamples(): Promise<readonly Sample[]> {
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
    { name: 'f.pdf', bytes: makeVariedPdf() },
    { name: 'g.docx', bytes: Buffer.from(variedBody), pack: (body) => makeDocx(body.toString('latin1'), variedParts) },
    {
      name: 'h.docx',
      bytes: Buffer.from(page),
      pack: (chunk) => makeDocx(variedBody, makeRelatedParts({ aFChunk: chunk })),
    },
    { name: 'i.txt', bytes: Buffer.from('Die Prüfung kostet 40 €.\nОплата в кассе.\n料金は百円です。\n'.repeat(200)) },
  ];
}

/** Creates a PDF with lines, a layer, a form, a note, turned text, fractions, and fonts without names for their characters. */
function makeVariedPdf(): Buffer {
  const content = [
    drawTable(
      [60, 160, 260],
      700,
      ['Boat 9 30', 'Canoe 7 25', 'Raft 12 44'].map((cells) => cells.split(' ')),
    ),
    ...[715, 695, 675, 655].map((y) => `60 ${y} 260 0.6 re f`),
    ...[58, 158, 258, 320].map((x) => `${x} 655 0.6 60 re f`),
    drawText(60, 600, 'Monday', { matrix: '0 1 -1 0' }),
    `/OC /L BDC ${drawText(60, 560, 'Draft')} EMC /X Do`,
    drawText(60, 520, 'Refunds are paid', { font: 'FN' }),
    drawText(60, 500, 'x', { font: 'FW' }),
    `${drawText(60, 466, '1', { size: 8 })} 59 463.4 m 66 463.4 l S ${drawText(60, 455, '2', { size: 8 })} ${drawText(70, 460, 'of it')}`,
    `q 20 0 0 20 0 0 cm 3 Tr ${drawText(1, 1, 'hidden')} Q`,
  ].join('\n');
  const formField =
    '<</Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (Anna) /DA (/F1 11 Tf 0 g) /Rect [60 400 200 415]>>';
  const note = '<</Type /Annot /Subtype /FreeText /Rect [60 360 300 380] /Contents (Until May) /DA (/F1 11 Tf 0 g)>>';
  const inner = '/Type /XObject /Subtype /Form /BBox [0 0 600 800] /OC 20 0 R /Resources <</Font <</F1 3 0 R>>>>';
  return drawPdf([{ content, entries: '/Rotate 90 /Annots [22 0 R 23 0 R]' }, content], {
    catalog: '/OCProperties <</OCGs [20 0 R] /D <</OFF [20 0 R]>>>> /AcroForm <</Fields [22 0 R] /XFA 24 0 R>>',
    resources: '/Properties <</L 20 0 R>> /XObject <</X 21 0 R>>',
    objects: [
      '<</Type /OCG /Name (Draft)>>',
      makeStream(drawText(60, 580, 'Inner'), inner),
      formField,
      note,
      makeStream('<xdp/>'),
    ],
  });
}

const variedBody = [
  p(r('Costs 10') + r('4', '<w:vertAlign w:val="superscript"/>') + r('hidden', '<w:vanish/>')),
  p(
    r('Valid') + '<w:r><w:footnoteReference w:id="2"/></w:r>',
    '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>',
  ),
  table(
    row(textCell('Room', '<w:vMerge w:val="restart"/>') + textCell('Price', '<w:gridSpan w:val="2"/>')) +
      row(textCell('', '<w:vMerge/>') + textCell('20') + textCell('30')),
  ),
  p(field(code(' IF 1 = 1 "a" "b" '), r('60 days'))),
  p('<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>'),
  '<w:altChunk r:id="r1"/>',
].join('');
const page =
  '<html><body><p>Refunds take <b>9</b> days &amp; more</p><table><tr><td>Wash</td><td>4</td></tr></table></body></html>';
const variedParts = makeRelatedParts({
  footnotes: makePart('w:footnotes', `<w:footnote w:id="2">${p(r('Only in May'))}</w:footnote>`),
  numbering: makePart(
    'w:numbering',
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
  ),
});

/**
 * Measures the latency of a request, and the memory of the service with its parsers, again and again. `pid` is the service's:
 * the process of the tests can still have parsers of the files before.
 */
function measureDuring(v1: Client, pid: number) {
  const latenciesMs: number[] = [];
  let peakBytes = 0;
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      await v1(v1Routes.listDocuments, { query: { limit: 1 } });
      latenciesMs.push(performance.now() - startedAt);
      if (process.platform === 'linux') peakBytes = Math.max(peakBytes, measureWithChildren(pid));
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
