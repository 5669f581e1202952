import type { DifficultPersona } from '../../../../../shared/agents/personas.ts';

type DifficultPhrases = {
  /** After the greeting of the agent. */
  readonly greetings: readonly string[];
  /** In place of a reply. */
  readonly remarks: readonly string[];
  /** When the recipient has had enough. */
  readonly endings: readonly string[];
};

/** What difficult recipients say in their own words. None of it is from a document. */
export const difficultPhrases: Readonly<Record<DifficultPersona, DifficultPhrases>> = {
  confused: {
    greetings: ['Sorry, who is this again?', 'Hello? I did not quite catch that. Where are you calling from?'],
    remarks: [
      "I'm sorry, I don't follow. Could you say that again, a bit slower?",
      'Wait, is this about the letter I got, or about something else?',
      "Hold on, I'm lost. What do you need from me?",
      'Do you mean me, or my husband? He usually handles these things.',
      'Hmm. I thought I had taken care of that already.',
    ],
    endings: [
      "I think I'd better ask my daughter about it first. Goodbye.",
      "This is too much for me, I'm afraid. Bye.",
    ],
  },
  hostile: {
    greetings: ['Oh great, another one of these calls.', 'What do you want now?'],
    remarks: [
      'You people never leave me alone.',
      'That is ridiculous. Who comes up with that?',
      'I waited two hours in your queue last week, and nobody helped me.',
      "Don't you dare read me a script.",
      'This is really bad service, you know that?',
    ],
    endings: ["Take me off your list, and don't call me again.", 'Stop calling me. I mean it.'],
  },
  off_topic: {
    greetings: ['Hello! Lovely weather today, is it not?', 'Oh hi. I was just feeding the dog.'],
    remarks: [
      'Did you watch the match last night? What a goal.',
      'You know, my neighbour has built a pond. A whole pond, with fish.',
      'My knee tells me that it is going to rain.',
      'Say, do you happen to know a good recipe for lentil soup?',
      'That reminds me of my time in the navy. We had a cook called Otto.',
    ],
    endings: ['Oh, the doorbell. I have to go, bye!', 'The soup is boiling over. Bye now!'],
  },
  silent: {
    greetings: ['Mm.', 'Yes.'],
    remarks: ['…', 'Mm.', 'Hm.', '…', 'Yeah.', '…'],
    endings: ['Okay. Bye.', 'No. Bye.'],
  },
  interrupts: {
    greetings: ['Yes, yes, I know who you are. Get to the point.', "Stop, stop. What's this about?"],
    remarks: [
      'Hang on, let me stop you there.',
      'Yes, yes, I got that. What else?',
      'Wait, no, not so fast.',
      'Sorry, one second. Okay, go on.',
    ],
    endings: ["Right, I've heard enough. Bye.", 'I have to cut you off here. Goodbye.'],
  },
  changes_mind: {
    greetings: ['Hi. Yes, I have a moment. Or no, wait. Yes, go ahead.', 'Sure, go ahead.'],
    remarks: [
      "Actually, forget what I said. I'd rather do it differently.",
      'Hmm, on second thought, no.',
      'No wait, yes. Yes, I want that.',
      'Actually, make it Friday.',
      'Could we change that? Thursday suits me better after all.',
    ],
    endings: [
      "You know what, I'll leave it as it is. Bye.",
      "No, I'm not sure any more. I'll think about it. Goodbye.",
    ],
  },
  non_native: {
    greetings: ['Hello, yes. My English is not so good, please.', 'Yes hello? Please speak slow.'],
    remarks: [
      'Sorry, I not understand this word.',
      'Please, you can say more simple?',
      'How you say, it is for the next week?',
      'I am living here since two years only. How it works?',
    ],
    endings: ['Okay, thank you, I go now. Goodbye.', 'I ask my colleague, he call you. Thank you, bye.'],
  },
  wants_person: {
    greetings: ['Am I talking to a machine?', 'Is this one of those recordings?'],
    remarks: [
      'I want to talk to a real person.',
      'Can you put me through to somebody, please?',
      "No. I'd like to speak with one of your colleagues.",
      'Just give me a human being.',
    ],
    endings: ["If I can't talk to a person, I'm hanging up. Bye.", 'Then have somebody call me. Goodbye.'],
  },
};
