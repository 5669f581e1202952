import { expect, test } from 'vitest';
import {
  instructsStaff,
  isStaffHeading,
  isStaffDocument,
} from '../../../electron/service/features/knowledge/answers/instructs-staff.ts';

test.each([
  'Ask the caller for the order number.',
  'Never tell customers about the second discount.',
  'If a caller is angry, offer a call back.',
  'Agents must not confirm a date.',
  'Say: "I will find that out for you."',
  'Do not mention the allowance of the manager.',
  'For internal use only.',
  'Open a case of type BQ and tell the customer to expect an answer.',
  'Go through the list of calls together with the customer.',
  'Remain polite, even if the customer is rude.',
  'Emphasize that the network is the best one.',
  'Find out why they sell before you talk about the price.',
])('“%s” is for employees', (sentence) => {
  expect(instructsStaff(sentence)).toBe(true);
});

test.each([
  'A customer who cancels early pays $15 a month.',
  'Tell us when you move.',
  'Ask at the desk for a key.',
  'If the customer is not at home, the parcel goes back to the depot.',
  'Our agents are available until 18:00.',
  'Do not use the oven as a heater.',
  'Send the form to the office in Lindale.',
  'Any customer may use the lift.',
  'New customers get the first month for $4.99.',
  'Show the driver your customer card.',
  'Enter the customer number that is on the bill.',
])('“%s” is for customers', (sentence) => {
  expect(instructsStaff(sentence)).toBe(false);
});

test.each([
  'For agents',
  'HOW TO HANDLE THE CALL',
  'Note for the hotline',
  'Call script',
  'Staff',
  'Internal',
  'Agents',
  'Callers',
  'On the phone',
  'Notes for the service desk',
  'Sales hints',
])('the heading “%s” begins a part for employees', (heading) => {
  expect(isStaffHeading(heading)).toBe(true);
});

test.each([
  'For families',
  'How to handle parcels',
  'Staff discount',
  'Internal doors',
  'Notes',
  'Hotline',
  'Reception',
])('the heading “%s” begins a part for customers', (heading) => {
  expect(isStaffHeading(heading)).toBe(false);
});

test.each([
  ['call guide internal', 'Call guide for the telephone team'],
  ['Phone team guide', 'For employees only. Do not quote from this guide on calls. Rev. 9'],
  ['Reception', 'RECEPTION CALL GUIDE – STAFF ONLY'],
  ['Handbook', 'OFFICE HANDBOOK\nInternal. For the staff of the Municipal Music School only.'],
  ['Script', 'INTERNAL – PHONE TEAM GUIDE'],
  ['Hotline', 'Never read aloud to callers.'],
  ['Prices', 'Not for customers: the lowest prices that the shop accepts'],
])('the document “%s: %s” is for employees', (title, beginning) => {
  expect(isStaffDocument({ title, beginning })).toBe(true);
});

test.each([
  ['Price list', 'Prices from 1 March. Internal doors cost $120 each.'],
  ['Opening hours', 'Our staff answer calls from 9 to 5. Only the desk is open on Sundays.'],
  ['Internal medicine', 'Appointments with Dr. Weiss'],
  ['Manual', 'Read this manual before you use the oven. Never use it as a heater.'],
])('the document “%s: %s” is for customers', (title, beginning) => {
  expect(isStaffDocument({ title, beginning })).toBe(false);
});
