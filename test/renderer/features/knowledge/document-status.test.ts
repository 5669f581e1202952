import { describe, expect, it } from 'vitest';
import { describeDocumentStatus, newDocumentState } from '../../../../renderer/features/knowledge/document-status.ts';
import type { OmissionKind } from '../../../../shared/knowledge/omissions.ts';
import { describeUpload, summarizeUploads } from '../../../../renderer/features/knowledge/upload-progress.ts';
import type { UploadItem } from '../../../../renderer/features/knowledge/upload-item.ts';

const describeProgress = (page: number, pages: number | null, chunks: number) =>
  describeDocumentStatus({ ...newDocumentState, progress: { page, pages, chunks } });

describe('describeDocumentStatus', () => {
  it('shows the page while pages are parsed', () => {
    expect(describeProgress(12, 40, 3)).toMatchObject({ label: 'Page 12 of 40', fraction: 0.3 });
  });

  it('shows the number of chunks after the last page, or if there are no pages', () => {
    expect(describeProgress(40, 40, 312)).toMatchObject({ label: '312 chunks processed', fraction: null });
    expect(describeProgress(0, null, 1)).toMatchObject({ label: '1 chunk processed' });
  });

  it('shows that an active document was not read completely, but not what a reader does not see either', () => {
    const describeActive = (...kinds: readonly OmissionKind[]) =>
      describeDocumentStatus({
        ...newDocumentState,
        status: 'active',
        omissions: kinds.map((kind) => ({ kind, count: 1, pages: [] })),
      });
    expect(describeActive('scanned_page', 'uncertain_table')).toEqual({
      tone: 'caution',
      label: 'Active, partly read',
    });
    expect(describeActive('uncertain_table')).toEqual({ tone: 'caution', label: 'Active, check text' });
    expect(describeActive('hidden_text')).toEqual({ tone: 'good', label: 'Active' });
  });

  it('shows that a document without progress is queued', () => {
    expect(describeDocumentStatus(newDocumentState), 'without an animation').toEqual({
      tone: 'waiting',
      label: 'Queued',
    });
  });
});

describe('describeUpload', () => {
  const item: Omit<UploadItem, 'stage'> = {
    id: '1',
    file: new File([], 'a.txt'),
    fileName: 'a.txt',
    sizeBytes: 1,
    title: 'a',
    idempotencyKey: 'k',
    sha256: null,
  };

  it.each([
    ['duplicate', 'Possible duplicate'],
    ['warning', 'Needs review'],
  ] as const)('labels a file that needs confirmation because of a %s as “%s”', (cause, label) => {
    const stage = { name: 'needs_confirmation', cause, reason: 'Why.' } as const;
    expect(describeUpload({ ...item, stage }, undefined)).toMatchObject({ label, reason: 'Why.' });
  });
});

describe('summarizeUploads', () => {
  it.each([
    [
      ['in_progress', 'in_progress', 'done', 'needs_confirmation', 'failed'],
      '2 of 5 in progress, 1 needs review, 1 failed',
    ],
    [['done', 'done', 'done'], '3 added'],
    [['needs_confirmation', 'needs_confirmation'], '2 need review'],
  ] as const)('summarizes %j as “%s”', (phases, summary) => {
    expect(summarizeUploads(phases)).toBe(summary);
  });
});
