import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { recipientNameRuleQuery } from '../../../../renderer/features/calls/calls-query.ts';
import { queryClient } from '../../../../renderer/data/query-client.ts';
import { CallSettings } from '../../../../renderer/features/settings/call-settings.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const field = page.getByRole('textbox', { name: 'Recipient name' });
const save = page.getByRole('button', { name: 'Save' });

test('shows the rule, and saves another one', async () => {
  const service = startFakeService();
  service.answer(appRoutes.getRecipientNameRule, () => ({ rule: [['name'], ['first_name', 'last_name']] }));
  service.answer(appRoutes.updateRecipientNameRule, ({ json }) => json as { rule: string[][] }); // the request is the response
  await renderInWindow(<CallSettings />);
  await expect.element(field).toHaveValue('name, first_name + last_name');
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await field.fill(' company+ contact,, name ,');
  await save.click();
  await expect.element(field).toHaveValue('company + contact, name');
  const [request] = service.listRequests(appRoutes.updateRecipientNameRule);
  expect(request?.json).toEqual({ rule: [['company', 'contact'], ['name']] });
  await field.fill('a, b, c, d, e, f');
  await expect.element(page.getByText('Use at most 5 alternatives with 5 fields each.').first()).toBeVisible();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
});

test('keeps the focus after saving, and what is typed when another window changes the rule', async () => {
  const service = startFakeService();
  service.answer(appRoutes.getRecipientNameRule, () => ({ rule: [['name']] }));
  service.answer(appRoutes.updateRecipientNameRule, ({ json }) => json as { rule: string[][] }); // the request is the response
  await renderInWindow(<CallSettings />);
  await field.fill(' company,');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('company');
  await expect.element(field).toHaveFocus();
  await field.fill('company, con');
  queryClient.setQueryData(recipientNameRuleQuery.queryKey, { rule: [['last_name']] });
  await expect.element(save).not.toHaveAttribute('aria-disabled', 'true');
  await expect.element(field).toHaveValue('company, con');
  await expect.element(field).toHaveFocus();
  await field.fill('last_name'); // the rule of the other window
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
});
