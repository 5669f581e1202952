import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AcceptanceSection } from '../../../../../renderer/features/agent-requests/acceptance/acceptance-section.tsx';
import type { Acceptance } from '../../../../../shared/agents/acceptance.ts';
import { v1Routes } from '../../../../../shared/contract/contract.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import type { Role } from '../../../../../shared/contract/roles.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';
import { createSampleAcceptance } from '../../../../helpers/components/sample-acceptance.ts';
import { sampleRequest } from '../../../../helpers/components/sample-request.ts';
import { getFakeEtag, startFakeService } from '../../../../helpers/remote/fake-service.ts';

const section = page.getByRole('region', { name: 'Acceptance test' });
const point = (name: string) => page.getByRole('checkbox', { name });
const points = page.getByRole('list', { name: 'Points of the objective' }).getByRole('listitem');
const plan = 'Offer a payment plan';
const author = { id: 'usr_1', name: 'hanna@harbour.example' };
const decided_at = '2026-03-12T10:00:00.000Z';

/** Renders the acceptance test that a service keeps, as the real one does. */
async function renderSection({ role = 'admin', acceptance = createSampleAcceptance() }: Options = {}) {
  const service = startFakeService();
  let stored = acceptance;
  service.answer(v1Routes.getAcceptance, () => stored);
  service.answer(v1Routes.decideAcceptancePoint, ({ json, path, ifMatch }) => {
    if (ifMatch !== getFakeEtag(stored)) throw new Problem('precondition_failed', 'Changed meanwhile.');
    const position = Number(path.split('/').at(-1));
    const { decision, ...rest } = v1Routes.decideAcceptancePoint.json.parse(json);
    const made = decision === null ? { author: null, decided_at: null } : { author, decided_at };
    const reason = 'reason' in rest ? rest.reason : '';
    stored = {
      ...stored,
      points: stored.points.map((one) => (one.position === position ? { ...one, decision, reason, ...made } : one)),
    };
    return stored;
  });
  await renderInWindow(<AcceptanceSection request={sampleRequest} />, { role });
  return {
    service,
    decideElsewhere: (position: number) => {
      const byOther = {
        decision: 'rejected',
        reason: 'Too slow.',
        author: { id: 'usr_2', name: 'mei@harbour.example' },
      } as const;
      stored = {
        ...stored,
        points: stored.points.map((one) => (one.position === position ? { ...one, ...byOther, decided_at } : one)),
      };
    },
    listDecisions: () => service.listRequests(v1Routes.decideAcceptancePoint).map(({ json }) => json),
  };
}

type Options = { readonly role?: Role; readonly acceptance?: Acceptance };

test('accepts points by keyboard, one after the other, and says who decided', async () => {
  const { listDecisions } = await renderSection();
  await expect.element(section).toMatchTextContent(/not tried in a call, 0 of 3 points accepted/);
  await point('Remind customers of open invoices').click();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(point(plan)).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(point(plan)).toBeChecked();
  await expect.element(point(plan)).toHaveAccessibleDescription(/^Accepted by hanna@harbour\.example/);
  await expect.element(section).toMatchTextContent(/2 of 3 points accepted/);
  await userEvent.keyboard(' ');
  await expect.element(point(plan)).not.toBeChecked();
  expect(listDecisions()).toEqual([{ decision: 'accepted' }, { decision: 'accepted' }, { decision: null }]);
});

test('rejects a point with a reason only, and reopens it with the focus where it was', async () => {
  const { listDecisions } = await renderSection();
  await page.getByRole('button', { name: `Reject “${plan}”` }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject point' });
  await expect.element(dialog).toMatchTextContent(new RegExp(plan));
  await dialog.getByRole('button', { name: 'Reject point' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription('Enter a reason.');
  await page.getByRole('textbox', { name: 'Reason' }).fill('It asked twice.');
  await dialog.getByRole('button', { name: 'Reject point' }).click();
  await expect.element(points.nth(1)).toMatchTextContent(/Rejected by hanna@harbour\.example.*It asked twice\./);
  const reopen = page.getByRole('button', { name: `Reopen “${plan}”` });
  await expect.element(reopen).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: `Reject “${plan}”` })).toHaveFocus();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(points.nth(1)).toMatchTextContent(/It asked twice\./);
  expect(listDecisions()).toEqual([
    { decision: 'rejected', reason: 'It asked twice.' },
    { decision: null },
    { decision: 'rejected', reason: 'It asked twice.' },
  ]);
});

test('a decision that another person has made meanwhile stays', async () => {
  const { decideElsewhere, listDecisions } = await renderSection();
  await expect.element(point(plan)).toBeVisible();
  decideElsewhere(1);
  await point(plan).click();
  await expect.element(page.getByText(/^Another person has already decided/).first()).toBeVisible();
  await expect.element(points.nth(1)).toMatchTextContent(/Rejected by mei@harbour\.example.*Too slow\./);
  expect(listDecisions()).toEqual([]);
});

test('a Manager reads the decisions and the role that decides', async () => {
  await renderSection({
    role: 'manager',
    acceptance: createSampleAcceptance([{ decision: 'accepted', decided_at, author: null }], 2),
  });
  await expect.element(section).toMatchTextContent(/2 trial calls, 1 of 3 points accepted/);
  await expect.element(section.getByRole('note')).toMatchTextContent(/Admin/);
  await expect.element(points.first()).toMatchTextContent(/Accepted by a user of this app/);
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  await expect.element(section.getByRole('button')).not.toBeInTheDocument();
});

test('says that the points could not be loaded, and tries again', async () => {
  const service = startFakeService();
  service.answer(v1Routes.getAcceptance, () => {
    throw new Problem('request_not_found', 'There is no such request.');
  });
  await renderInWindow(<AcceptanceSection request={sampleRequest} />);
  await expect.element(section.getByRole('alert')).toMatchTextContent(/There is no such request\./);
  service.answer(v1Routes.getAcceptance, () => createSampleAcceptance());
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect.element(points.first()).toBeVisible();
});
