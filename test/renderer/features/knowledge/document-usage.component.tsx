import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DocumentUsage as UsedBy } from '../../../../renderer/features/knowledge/document-usage.tsx';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { DocumentUsage } from '../../../../shared/insights/document-usage.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const usage: DocumentUsage = {
  document_id: 'doc_1',
  agents: [
    { agent_id: 'agt_1', name: 'Front desk', reason: 'all' },
    { agent_id: 'agt_2', name: '<b>Sales</b>', reason: 'label' },
  ],
  agent_count: 4,
  citations: 5,
  calls: 3,
  latest_calls: [
    {
      call_id: 'call_1',
      agent_version: 1,
      agent_name: 'Front desk',
      recipient_number: '+14155550100',
      called_at: '2026-05-12T09:00:00.000Z',
      position: 5,
      start_seconds: 62.5,
    },
  ],
};

const render = (answer: () => DocumentUsage) => {
  startFakeService().answer(v1Routes.getDocumentUsage, answer);
  return renderInWindow(<UsedBy documentId="doc_1" />);
};

const section = page.getByRole('region', { name: 'Used by' });

test('lists the agents that may answer from a document, with the reason, as links', async () => {
  await render(() => usage);
  const agents = section.getByRole('list', { name: 'Agents that may answer from it' }).getByRole('listitem');
  await expect.element(agents.nth(0)).toHaveTextContent('Front deskUses all documents');
  await expect.element(agents.nth(1)).toHaveTextContent('<b>Sales</b>Uses one of its labels');
  await expect.element(section).toMatchTextContent(/and 2 other agents/);
  await section.getByRole('link', { name: '<b>Sales</b>' }).click();
  await expect.element(page.getByRole('heading', { name: '/agents?agent=agt_2' })).toBeVisible();
});

test('counts the answers that cite a document, and links to the latest calls', async () => {
  await render(() => usage);
  await expect.element(section).toMatchTextContent(/Cited by 5 answers in 3 calls\. Latest calls:/);
  await section.getByRole('link', { name: 'Front desk to +1 415 555 0100' }).click();
  await expect.element(page.getByRole('heading', { name: '/calls/call_1?t=62.5' })).toBeVisible();
});

test('says that nothing uses a document', async () => {
  await render(() => ({ ...usage, agents: [], agent_count: 0, citations: 0, calls: 0, latest_calls: [] }));
  await expect.element(section).toMatchTextContent(/No active agent may answer from this document\./);
  await expect.element(section).toMatchTextContent(/No call cites this document yet\./);
});

test('counts agents and calls of a remote that are not known here, and lists nothing', async () => {
  await render(() => ({ ...usage, agents: [], latest_calls: [] }));
  await expect.element(section).toMatchTextContent(/4 agents may answer from this document\./);
  await expect.element(section).toMatchTextContent(/Cited by 5 answers in 3 calls\.$/);
});

test('explains that the remote of a linked workspace does not report it', async () => {
  await render(() => {
    throw new Problem('not_available_on_remote', 'The remote does not report it.');
  });
  await expect.element(section).toMatchTextContent(/The remote does not report it\./);
});
