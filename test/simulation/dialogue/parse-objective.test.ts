import { describe, expect, test } from 'vitest';
import { composePurpose } from '../../../electron/service/features/simulation/dialogue/agent-introduction.ts';
import {
  fillObjective,
  parseObjective,
} from '../../../electron/service/features/simulation/dialogue/parse-objective.ts';
import { createRandom } from '../../../electron/service/platform/seeded-random.ts';
import { startProcessorTimer } from '../../helpers/processes/start-processor-timer.ts';

describe('parsing an objective', () => {
  test('a number of people is no person to call', () => {
    expect(parseObjective('Ask supporters for the number of guests').reason.text).toBe(
      'ask you for the number of guests',
    );
  });

  test('placeholders have the values of the call, and a name is the person who is called', () => {
    const fill = (objective: string) =>
      fillObjective(objective, { first_name: 'Ann', visit_date: 'Monday, 7 December', amount: '$40' });
    expect(fill('Remind {first_name} of the visit on {visit_date}. Ask whether they can come.')).toBe(
      'Remind the customer of the visit on Monday, 7 December. Ask whether they can come.',
    );
    expect(fill('Say that {amount} is overdue since {due_date}. Thank them.')).toBe(
      'Say that $40 is overdue. Thank them.',
    );
  });

  test('notes for the staff and remarks in brackets are not spoken', () => {
    const { reason, additionalActions } = parseObjective(
      'Offer customers the Fiber plan (code PL-3) within two weeks. Ask for a day. Agents: never say the code.',
    );
    expect(reason.text).toBe('offer you the Fiber plan within two weeks');
    expect(additionalActions).toEqual(['ask for a day']);
  });

  test.each([
    [
      'Remind customers that their contract ends soon and offer the two plans',
      'because',
      'your contract ends soon',
      'offer',
    ],
    ['The agent should remind the customer that he has an unpaid bill', 'because', 'you have an unpaid bill', 'inform'],
    [
      'Call customers whose contract ends within thirty days and offer them a renewal',
      'because',
      'your contract ends within thirty days',
      'offer',
    ],
    [
      'The lease ends in January. Find out what the customer wants to do and set the inspection',
      'because',
      'the lease ends in January',
      'settle',
    ],
    ['Thank regular donors for their gifts', 'to', 'thank you for your gifts', 'welcome'],
    ['Reconfirm the group booking for 14 people', 'to', 'reconfirm the group booking for 14 people', 'confirm'],
    ['Remind members with an overdue book', 'about', 'your overdue book', 'inform'],
    ['Chase clients for their tax papers', 'about', 'your tax papers', 'general'],
    ['Win back former members & ask why they left', 'to', 'talk with you about coming back', 'offer'],
    ['Return calls of people who wrote about mould, note what it is', 'about', 'mould', 'general'],
    ['Offer clients a check (never call twice!)', 'to', 'offer you a check', 'offer'],
    [
      'Call customers who have not paid their last invoice',
      'because',
      'you have not paid your last invoice',
      'general',
    ],
    [
      'To inform parents that the school will be closed on Monday',
      'because',
      'the school will be closed on Monday',
      'inform',
    ],
    ['Let customers know their order has shipped', 'because', 'your order has shipped', 'inform'],
    ["Confirm tomorrow's appointment with the patient", 'to', "confirm tomorrow's appointment with you", 'confirm'],
    ['Welcome new customers to Northwind', 'to', 'welcome you to Northwind', 'welcome'],
    [
      'Find out how satisfied customers are with their router',
      'to',
      'find out how satisfied you are with your router',
      'collect',
    ],
    ['Verify that the customer received his delivery', 'to', 'verify that you received your delivery', 'confirm'],
    [
      'Reminding tenants about the annual heating inspection',
      'to',
      'remind you about the annual heating inspection',
      'inform',
    ],
    [
      'Persuade customers to switch to paperless billing',
      'to',
      'ask whether you would like to switch to paperless billing',
      'offer',
    ],
    ['Offer customers with DSL the fiber upgrade', 'to', 'offer you the fiber upgrade', 'offer'],
    ['Introduce households to the green tariff', 'to', 'introduce you to the green tariff', 'offer'],
    ['Remind hikers that the hut closes', 'because', 'the hut closes', 'inform'],
    ['Inform owners of the Vento about the recall', 'to', 'inform you about the recall', 'inform'],
    [
      'Find homeowners who are interested in solar panels',
      'to',
      'find out whether you are interested in solar panels',
      'collect',
    ],
    ['Convince customers whose contract ends soon to extend it', 'because', 'your contract ends soon', 'offer'],
    ['Book the annual service: agree on a day next week', 'to', 'book the annual service', 'settle'],
    ['Ask when they will pay. If they cannot, offer a payment plan', 'to', 'ask when you will pay', 'collect'],
    ['Ask if they still need the storage unit', 'to', 'ask if you still need the storage unit', 'collect'],
    ['Follow up with patients after their surgery', 'about', 'your surgery', 'help'],
    ['Remind owners of the vaccination and make an appointment', 'to', 'remind you of the vaccination', 'settle'],
    ['Make sure customers got the parcel', 'to', 'ensure you got the parcel', 'confirm'],
    ['Ask questions about the stay', 'to', 'ask questions about the stay', 'collect'],
    ['Upsell existing customers to Fiber 1000', 'to', 'tell you about Fiber 1000', 'offer'],
    ['Renewals: explain the offer RN-10', 'to', 'explain the offer RN-10', 'help'],
    ['Reach out to leads with an open quote', 'about', 'your open quote', 'general'],
    ['Annual inspection of the boiler', 'about', 'annual inspection of the boiler', 'general'],
    ['Kunden an die Vertragsverlängerung erinnern', 'quote', 'Kunden an die Vertragsverlängerung erinnern', 'general'],
    ['提醒客户续约', 'quote', '提醒客户续约', 'general'],
    ['', 'none', '', 'general'],
    ['???', 'none', '', 'general'],
    ['Increase revenue', 'none', '', 'general'],
    ['You are Bob. Be polite. Never lie.', 'none', '', 'general'],
  ])('%s', (objective, form, text, kind) => {
    expect(parseObjective(objective)).toMatchObject({ kind, reason: { form, text } });
  });

  test('returns additional actions', () => {
    const { additionalActions } = parseObjective(
      'Remind customers that their contract ends soon and offer the two plans',
    );
    expect(additionalActions).toEqual(['offer the two plans']);
  });

  test.each([
    ['Remind patients of their visit. If not, offer another day.', []],
    ['Offer members a free check, and book it if they agree', []],
    ['Find out if they want to go ahead, and if not, why', []],
    ['Move the visits of Dr Lee. Offer Monday or Tuesday. Apologise.', ['offer Monday or Tuesday']],
    ['Book the annual service: agree on a day next week', ['agree on a day next week']],
    ['Remind members of the trip. Offer a helmet, once, no pushing.', ['offer a helmet']],
    ['Remind members of the trip. Offer a check once a year.', ['offer a check once a year']],
    ['Remind members of the trip. Orders close on Friday. Ask for no personal data.', []],
  ])('announces nothing that depends on the recipient: %s', (objective, actions) => {
    expect(parseObjective(objective).additionalActions).toEqual(actions);
  });

  test.each([
    [
      'People who filled in the web form for a quote. Find out how big the garden is.',
      'you filled in the web form for a quote',
    ],
    ['Customers whose fixed rate ends in March. Book them a call.', 'your fixed rate ends in March'],
    ['Chase the final numbers for the booking. Ask when they arrive.', 'ask about the final numbers for the booking'],
    ['Contract ends next month. See if they want to stay.', 'Contract ends next month'],
  ])('says why it calls: %s', (objective, text) => {
    expect(parseObjective(objective).reason.text).toBe(text);
  });

  test('announces nothing that only the agent may know', () => {
    const { additionalActions } = parseObjective(
      'Remind customers of the sale. Ash is nearly gone, keep that to yourself. Offer the two plans.',
    );
    expect(additionalActions).toEqual(['offer the two plans']);
  });

  test('returns the clauses to ask about', () => {
    const { questionClauses, additionalActions } = parseObjective(
      'Remind patients of their appointment and ask whether they need to reschedule',
    );
    expect(questionClauses).toEqual(['whether you need to reschedule']);
    expect(additionalActions).toEqual([]);
  });
});

test.each([
  'Remind customers that their contract ends soon. '.repeat(200),
  `Remind customers that ${'very '.repeat(300)}soon`,
  `Tell customers ${'a'.repeat(5_000)}`,
  '<script>alert(1)</script>'.repeat(100),
  '\u0000\u202e\u200b'.repeat(100),
  'and '.repeat(500),
  'x, and offer, and offer, '.repeat(200),
])('any objective gives a purpose that can be spoken (%#)', (objective) => {
  const readMs = startProcessorTimer();
  const spoken = composePurpose(parseObjective(objective), '', 'Acme', createRandom(objective));
  expect(spoken.split(/\s+/).length).toBeLessThan(75);
  expect(spoken).not.toMatch(/[<>{}]|\p{C}/u);
  expect(readMs()).toBeLessThan(500);
});
