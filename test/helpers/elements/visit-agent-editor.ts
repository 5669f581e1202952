import { expect, type Locator, type Page } from '@playwright/test';
import type { AgentDetails } from '../../../shared/agents/agent-versions.ts';
import { checkKeyboardReach } from '../browser/check-keyboard-reach.ts';
import { expectNoViolations } from '../browser/expect-no-violations.ts';
import { fetchAsWindow } from '../service/fetch-as-window.ts';
import { holdRequests } from '../remote/hold-requests.ts';
import type { VisitOpener } from '../browser/visit-openers.ts';
import { createAgentsPage } from '../pages/agents-page.ts';

/** Opens everything in the editor of an agent, of which it publishes a version with a question that has choices. */
export async function visitAgentEditor(page: Page, visit: VisitOpener, agentName: string): Promise<void> {
  const agents = createAgentsPage(page);
  const list = page.getByRole('listbox');
  await agents.open();
  await agents.agentRow(agentName).getByRole('button', { name: agentName, exact: true }).press('Enter');
  await agents.panel(agentName).getByRole('button', { name: 'Edit' }).press('Enter');
  const form = page.getByRole('form', { name: 'Agent' });
  await expect(form).toBeVisible();
  await checkKeyboardReach(page);

  await form.getByRole('button', { name: 'Add question' }).press('Enter');
  await page.keyboard.type('Do you prefer the morning or the afternoon?');
  const answer = form.getByRole('combobox', { name: /^Answer to question/ }).last();
  await visit('type of an answer', {
    from: 'features/agent-editor/questions-field.tsx Select',
    opener: answer,
    element: list,
  });
  await answer.press('Enter');
  await page.getByRole('option', { name: 'Choice' }).press('Enter');
  const choices = form.getByRole('textbox', { name: /^Choices of question/ }).last();
  await choices.fill('Morning, Morning');
  await expect(form.getByText('“Morning” is in the list already.')).toBeVisible();
  await expectNoViolations(page, 'the editor of an agent with an error');
  await choices.fill('Morning, Afternoon');
  for (const [name, from] of [
    ['Led by', 'features/agent-editor/engine-field.tsx Select'],
    ['Voice', 'features/agent-editor/voice-field.tsx Select'],
  ] as const)
    await visit(`${name} of an agent`, { from, opener: form.getByRole('combobox', { name }), element: list });
  await form.getByRole('radio', { name: 'Some documents' }).press('Space');
  for (const [name, text] of [
    ['Labels', 'p'],
    ['Documents', 'p'],
  ] as const) {
    const field = form.getByRole('combobox', { name });
    await visit(`${name} of an agent`, {
      from: 'features/agent-editor/documents-field.tsx ChipsField',
      opener: field,
      open: () => page.keyboard.type(text),
      element: list,
    });
    await field.fill('');
  }
  await form.getByRole('radio', { name: 'All documents' }).press('Space');

  const showTab = (name: string) => page.getByRole('radio', { name, exact: true }).press('Space');
  await showTab('Try');
  await visit('recipient of a trial', {
    from: 'features/agent-editor/try-tab.tsx Select',
    opener: page.getByRole('combobox', { name: 'Simulated recipient' }),
    element: list,
  });
  await page.getByRole('button', { name: 'Practice with the draft' }).press('Enter');
  const reply = page.getByRole('textbox', { name: 'Your reply' });
  await expect(page.getByRole('list', { name: 'Turns' }).getByRole('listitem')).toHaveCount(1);
  await reply.fill('What does a technician visit cost?');
  await reply.press('Enter');
  await expect(page.getByRole('button', { name: /sources?$/ })).toBeVisible();
  await expectNoViolations(page, 'a trial beside the editor');
  await page.getByRole('button', { name: 'Hang up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  const publish = page.getByRole('button', { name: 'Publish…' });
  const publication = page.getByRole('dialog', { name: /^Publish version/ });
  await visit('publishing an agent', {
    from: 'features/agent-editor/publish-dialog.tsx Dialog',
    opener: publish,
    element: publication,
  });
  await publish.press('Enter');
  await publication.getByRole('button', { name: /^Publish version/ }).press('Enter');
  await expect(publication).toHaveCount(0);

  await changeInTwoWindows(page, form.getByRole('textbox', { name: 'Greeting', exact: true }));
  await visit('drafts of two windows', {
    from: 'features/agent-editor/edit-conflict.tsx Dialog',
    opener: page.getByRole('alert', { name: 'Changed in another window' }).getByRole('button', { name: 'Compare' }),
    element: page.getByRole('dialog', { name: 'Compare drafts' }),
  });
  await page.getByRole('button', { name: 'Take theirs' }).press('Enter');

  await showTab('Versions');
  await visit('version of an agent', {
    from: 'features/agent-editor/version-dialog.tsx Dialog',
    opener: page.getByRole('button', { name: 'View version 1' }),
    element: page.getByRole('dialog', { name: 'Version 1' }),
  });
  const comparison = page.getByRole('dialog', { name: 'Compare versions' });
  await visit('versions of an agent', {
    from: 'features/agent-editor/comparison-dialog.tsx Dialog',
    opener: page.getByRole('button', { name: 'Compare version 1' }),
    element: comparison,
    whileOpen: async () => {
      await expect(comparison.getByRole('region', { name: 'Differences' })).toContainText('Questions');
      await expectNoViolations(page, 'the differences of two versions', comparison);
      for (const name of ['From', 'To'])
        await visit(`${name} in the comparison of versions`, {
          from: 'features/agent-editor/comparison-dialog.tsx Select',
          opener: comparison.getByRole('combobox', { name }),
          element: list,
        });
    },
  });
}

/** Changes the greeting in two windows, so that the draft of one excludes the other. */
async function changeInTwoWindows(page: Page, greeting: Locator): Promise<void> {
  const id = /agt_\w+/.exec(page.url())?.[0] ?? '';
  const { definition } = await fetchAsWindow<AgentDetails>(page, `/v1/agents/${id}`);
  const refetches = await holdRequests(page, 'GET', `**/v1/agents/${id}`);
  const json = { definition: { ...definition, greeting: 'Hello from the other window' } };
  await fetchAsWindow(page, `/v1/agent-drafts/${id}`, { method: 'PUT', json });
  await greeting.fill('Hello from this window');
  refetches.release();
}
