import { parentPort, workerData } from 'node:worker_threads';
import type { Omission } from '../../../../../shared/knowledge/omissions.ts';
import { removeNoteMarks } from '../note-marks.ts';
import { loadTokenizer, type Tokenizer } from '../tokenizer.ts';
import { readDocx } from './docx/read-docx.ts';
import { createTableFinder } from '../find-tables.ts';
import { describeNoText } from './describe-no-text.ts';
import { packChunks } from './pack-chunks.ts';
import {
  createTextBudget,
  ParseError,
  type ParseLimits,
  type ThreadMessage,
  type ParseRequest,
  type ParseTask,
} from './parse-protocol.ts';
import { readHtmlFile, readMarkdownFile } from './read-markup-file.ts';
import { readPdf } from './pdf/read-pdf.ts';
import { readTextFile } from './read-text-file.ts';
import type { TextSection } from './text-section.ts';

// Null or untyped in general, but this module is always started as a worker by parse-process.ts.
const port = parentPort as NonNullable<typeof parentPort>;
const limits = workerData as ParseLimits;
const library = loadTokenizer();
/** References to notes say nothing about a passage, so its vector does not depend on them. */
const tokenizer: Tokenizer = {
  encode: (text) => library.encode(removeNoteMarks(text)),
  count: (text) => library.count(removeNoteMarks(text)),
};

let availableCredits = 0; // sections that may be sent now
let resumeSending: (() => void) | undefined;

port.on('message', (request: ParseRequest) => {
  if (request.type === 'parse') {
    void parse(request.task);
  } else {
    availableCredits += 1;
    resumeSending?.();
  }
});

const send = (message: ThreadMessage) => port.postMessage(message);

/** Parses one document. The next task arrives after its result. */
async function parse(task: ParseTask): Promise<void> {
  send({ type: 'started' });
  availableCredits = task.maxPendingSections;
  try {
    await sendSections(task);
    send({ type: 'done' });
  } catch (error) {
    send({ type: 'failed', ...describeError(error) });
  }
}

async function sendSections(task: ParseTask): Promise<void> {
  const spendTextBudget = createTextBudget(limits.textChars);
  const findTables = createTableFinder();
  const omissions: Omission[] = [];
  let hasText = false;
  for await (const { page, pageCount, heading, text, omissions: omitted } of readSections(task)) {
    spendTextBudget(text.length);
    hasText ||= text !== '';
    if (!hasText) omissions.push(...omitted); // otherwise they are no reason
    const chunks = packChunks(text, { title: task.title, heading, tables: findTables(text) }, tokenizer);
    await acquireCredit();
    send({ type: 'section', section: { page, heading, text, omissions: omitted, chunks }, pageCount });
  }
  if (!hasText) throw new ParseError('no_text', describeNoText(task.kind, omissions));
}

/** Waits until another section may be sent. */
async function acquireCredit(): Promise<void> {
  if (availableCredits === 0) await new Promise<void>((resolve) => (resumeSending = resolve));
  availableCredits -= 1;
}

function readSections({ path, kind }: ParseTask): AsyncGenerator<TextSection> {
  if (kind === 'pdf') return readPdf(path);
  if (kind === 'docx') return readDocx(path, limits);
  if (kind === 'html') return readHtmlFile(path);
  return kind === 'md' ? readMarkdownFile(path) : readTextFile(path);
}

function describeError(error: unknown): {
  readonly code: ParseError['code'];
  readonly message: string;
  readonly reason: string;
} {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (isMissingFile(error)) {
    return {
      code: 'unreadable',
      message: 'The original file is missing from the data folder. Delete the document and upload the file again.',
      reason,
    };
  }
  if (!(error instanceof ParseError)) {
    return {
      code: 'unreadable',
      message: 'The document cannot be parsed. Save it again in the program that created it and upload the new file.',
      reason,
    };
  }
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return { code: error.code, message: error.message, reason: cause || reason };
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
