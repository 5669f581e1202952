import { beforeAll, describe, expect, test } from 'vitest';
import { readIndexedDocument } from '../../../electron/service/workspaces/demo/seed-documents.ts';
import {
  planDemoHistory,
  type HistoryCall,
} from '../../../electron/service/workspaces/demo/history/plan-demo-history.ts';
import { dayMs } from '../../../shared/text/duration.ts';

/** Documents of a real company are written by several people, who do not always agree. */
const contradictions = [
  [
    { file: 'technician-visits-and-installation.pdf', text: 'the charge for a wasted trip is $45.00' },
    { file: 'new-customer-faq.txt', text: 'the wasted trip costs $30.00' },
  ],
  [
    { file: 'residential-service-agreement.pdf', text: '$12.00 is due for each month that remains, up to $180.00' },
    { file: 'renewal-call-playbook.docx', text: '$15.00 for each month that remains, up to $225.00' },
  ],
  [
    { file: 'new-customer-faq.txt', text: 'or bring it to a shop' },
    { file: 'technician-visits-and-installation.pdf', text: 'Customers cannot bring an old router back to a shop' },
  ],
] as const;

const now = Date.parse('2026-11-21T19:00:00Z');
let calls: readonly Extract<HistoryCall, { readonly status: 'completed' }>[];

beforeAll(() => {
  const history = planDemoHistory({ now, anchorDay: 3, until: now - dayMs });
  calls = history.filter((call) => call.status === 'completed');
});

describe.each(contradictions)('$text and $1.text', (...pair) => {
  test.each(pair.slice(0, 2))('$text is in $file, and in the answers of several calls', ({ file, text }) => {
    const chunks = readIndexedDocument(file).chunks.filter((chunk) =>
      chunk.text.replaceAll(/\s+/g, ' ').includes(text),
    );
    expect(chunks).toHaveLength(1);
    const citing = calls.filter(({ turns }) =>
      turns.some(
        (turn) =>
          turn.text.includes(text) &&
          turn.citations.some((cited) => cited.file === file && cited.chunkPosition === chunks[0]?.position),
      ),
    );
    expect(citing.length).toBeGreaterThanOrEqual(5);
  });
});
