import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DefinitionChanges } from '../../../../renderer/features/agent-editor/definition-changes.tsx';
import { compareDefinitions } from '../../../../shared/agents/compare-definitions.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { createSampleDefinition } from '../../../helpers/components/sample-agent.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { sampleDocument } from '../../../helpers/components/sample-document.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';

test('names the documents that an agent answers from by their titles', async () => {
  startFakeService().answer(appRoutes.listDocumentRecords, () => ({
    data: [{ ...sampleDocument, document_id: 'doc_1', title: 'Price list' }],
  }));
  const after = createSampleDefinition({ documents: { scope: 'selected', document_ids: ['doc_1'], labels: ['Shop'] } });
  await renderInWindow(<DefinitionChanges changes={compareDefinitions(createSampleDefinition(), after)} />);
  await expect.element(page.getByText(/“Price list”, label “Shop”/)).toBeVisible();
});

test('names voices as the form does', async () => {
  startFakeService().answer(appRoutes.listDocumentRecords, () => ({ data: [] }));
  const changes = compareDefinitions(
    createSampleDefinition({ voice: 'slt' }),
    createSampleDefinition({ voice: 'awb' }),
  );
  await renderInWindow(<DefinitionChanges changes={changes} />);
  await expect.element(page.getByText(/Female$/)).toBeVisible();
  await expect.element(page.getByText(/Male, Scottish accent$/)).toBeVisible();
  await expect.element(page.getByText(/slt/)).not.toBeInTheDocument();
});
