import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { VersionsTab } from '../../../../renderer/features/agent-editor/versions-tab.tsx';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import {
  createSampleAgent,
  createSampleDefinition,
  createSampleDraft,
} from '../../../helpers/components/sample-agent.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';

const createVersion = (version: number) => ({
  version,
  note: `Note ${version}`,
  published_at: '2026-03-01T10:00:00.000Z',
  changed_fields: version === 1 ? [] : ['Greeting'],
  author: { id: 'usr_1', name: 'hanna@harbour.example' },
  restored_from: null,
});

const comparison = page.getByRole('dialog', { name: 'Compare versions' });
const differences = comparison.getByRole('region', { name: 'Differences' });

async function renderTab(disabledReason: string | null = null) {
  const service = startFakeService();
  service.answer(v1Routes.listAgentVersions, () => ({ data: [2, 1].map(createVersion), next_cursor: null }));
  service.answer(v1Routes.getAgentVersion, ({ path }) => {
    const version = Number(path.split('/').at(-1));
    return { ...createVersion(version), definition: createSampleDefinition({ greeting: `Hello ${version}` }) };
  });
  service.answer(v1Routes.compareAgentVersions, ({ query: { from, to } }) => ({
    changes:
      from === to ? [] : [{ path: '/greeting', label: 'Greeting', before: `Hello ${from}`, after: `Hello ${to}` }],
  }));
  const draft = createSampleDraft(createSampleDefinition());
  const details = createSampleAgent({ published_version: 2, draft });
  await renderInWindow(<VersionsTab details={details} disabledReason={disabledReason} />);
  await expect.element(page.getByRole('list', { name: 'Versions' })).toMatchTextContent(/Note 2.*Note 1/);
  return service;
}

test('a version is read, and Esc returns the focus to its button', async () => {
  const service = await renderTab();
  const view = page.getByRole('button', { name: 'View version 1' });
  await view.click();
  const dialog = page.getByRole('dialog', { name: 'Version 1' });
  await expect.element(dialog).toMatchTextContent(/Hello 1/);
  await userEvent.keyboard('{Escape}');
  await expect.element(view).toHaveFocus();
  service.answer(v1Routes.getAgentVersion, () => {
    throw new Problem('agent_version_not_found', 'There is no version 2.');
  });
  await page.getByRole('button', { name: 'View version 2' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^The version could not be loaded.*There is no version 2\./);
});

test('the latest version is compared with the draft, and any version with another', async () => {
  const service = await renderTab();
  await page.getByRole('button', { name: 'Compare version 2' }).click();
  await expect.element(differences).toMatchTextContent(/Hello 2.*Hello draft/);
  await comparison.getByRole('combobox', { name: 'From' }).click();
  await page.getByRole('option', { name: 'Version 1' }).click();
  await expect.element(differences).toMatchTextContent(/Hello 1.*Hello draft/);
  await comparison.getByRole('combobox', { name: 'To' }).click();
  await page.getByRole('option', { name: 'Version 1' }).click();
  await expect.element(differences).not.toMatchTextContent(/Hello/);
  service.answer(v1Routes.compareAgentVersions, () => {
    throw new Problem('agent_draft_missing', 'The draft was discarded.');
  });
  await comparison.getByRole('combobox', { name: 'To' }).click();
  await page.getByRole('option', { name: 'Version 2' }).click();
  await expect.element(differences.getByRole('alert')).toMatchTextContent(/The draft was discarded\./);
});

test('a role that cannot restore a version reads why', async () => {
  await renderTab('Requires the Admin or Manager role.');
  await expect
    .element(page.getByRole('button', { name: 'Restore version 1 as draft' }))
    .toHaveAccessibleDescription('Requires the Admin or Manager role.');
});
