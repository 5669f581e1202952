/** Questions of recipients; the questions of one group ask the same. */
export const questionGroups: readonly (readonly string[])[] = [
  [
    'Do you take bitcoin?',
    'Can I pay with bitcoin?',
    'Is it possible to pay in cryptocurrency such as bitcoin?',
    'Do you accept bitcoin for the installation?',
  ],
  ['Is your coffee fair trade?', 'Do you sell fair trade coffee?', 'Is the coffee you serve fair trade?'],
  ['Who designed your logo?', 'Who made the logo of your company?', 'Which designer drew your logo?'],
  [
    'Do you offer student discounts?',
    'Is there a discount for students?',
    'Do students pay less?',
    'I am a student. Do I get a discount?',
  ],
  ['Can I bring my dog to the shop?', 'Are dogs allowed in your store?', 'Is it okay to come in with a dog?'],
  ['Do you have parking?', 'Where can I park my car?', 'Is there a parking lot at your office?'],
  [
    'How do I reset my password?',
    'I forgot my password, how can I reset it?',
    'Can you reset the password of my account?',
  ],
  ['Do you deliver to Canada?', 'Can you ship to Canada?', 'Is delivery to Canada possible?'],
  ['Is the office open on Sundays?', 'Are you open on Sunday?', 'Can I come by on a Sunday?'],
  ['How long is the warranty?', 'How many years of warranty do I get?', 'What is the length of the warranty?'],
  [
    'Can I cancel my contract early?',
    'What happens if I cancel the contract before it ends?',
    'Is it possible to end my contract early?',
  ],
  ['Do you have any open jobs?', 'Are you hiring at the moment?', 'Can I apply for a job with you?'],
  // Near to one of the others, but about something else.
  ['Can I pay by check?', 'Do you accept checks?'],
  ['Do you have discounts for seniors?', 'Is there a lower price for pensioners?'],
  ['How do I change my email address?', 'I have a new email address, how do I update it?'],
  ['How much is shipping?', 'What do you charge for delivery?'],
  ['Can I move my contract to another person?', 'Can somebody else take over my contract?'],
  ['Can I rent a parking space from you?'],
  ['What is the wifi password in your lobby?'],
  ['Were you on TV the other day?'],
  ['Do you plant trees for each customer?'],
  ['Does the router work with solar power?'],
];
