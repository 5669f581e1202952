import { describe, expect, it } from 'vitest';
import { describeDocumentStatus } from '../../../renderer/knowledge/document-status.ts';
import { summarizeUploads } from '../../../renderer/knowledge/upload-progress.ts';

const reading = (page: number, pages: number | null, chunks: number) =>
  describeDocumentStatus({ status: 'processing', progress: { page, pages, chunks } });

describe('a document being read', () => {
  it('tells the page while pages are read', () => {
    expect(reading(12, 40, 3)).toMatchObject({ word: 'Page 12 of 40', share: 0.3 });
  });

  it('tells the chunks once there are no pages to tell', () => {
    expect(reading(40, 40, 312)).toMatchObject({ word: '312 chunks so far', share: null });
    expect(reading(0, null, 1)).toMatchObject({ word: '1 chunk so far' });
  });

  it('says that it waits before anything is known', () => {
    expect(describeDocumentStatus({ status: 'processing', progress: null })).toMatchObject({
      word: 'Waiting to be read',
    });
  });
});

describe('the line over the queue', () => {
  it.each([
    [['underway', 'underway', 'done', 'asking', 'failed'], '2 of 5 on the way, 1 needs an answer, 1 failed'],
    [['done', 'done', 'done'], '3 added'],
    [['asking', 'asking'], '2 need an answer'],
  ] as const)('%j is told as %j', (phases, line) => {
    expect(summarizeUploads(phases)).toBe(line);
  });
});
