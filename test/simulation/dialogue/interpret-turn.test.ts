import { describe, expect, test } from 'vitest';
import { interpretTurn, type Intent } from '../../../electron/service/features/simulation/dialogue/interpret-turn.ts';

describe('interpreting a turn', () => {
  test.each<[string, Intent]>([
    ['Yes', 'yes'],
    ['ok', 'yes'],
    ['Sounds like a plan', 'yes'],
    ['That would be nice, yes.', 'yes'],
    ['I am interested', 'yes'],
    ['Nope, not really', 'no'],
    ["No, that's all", 'no'],
    ['No thanks', 'not_interested'],
    ["I don't want it", 'not_interested'],
    ['Are you a robot?', 'robot'],
    ['is this a real person', 'robot'],
    ['Who is this?', 'who'],
    ['What is this about?', 'who'],
    ['Where did you get my number?', 'source'],
    ['I am driving, call me later', 'busy'],
    ['can you call me tomorrow at 5pm', 'busy'],
    ['John is not here right now', 'busy'],
    ['Wrong number', 'wrong_person'],
    ['There is no Wilhelmina here', 'wrong_person'],
    ['stop calling me', 'stop_calling'],
    ['I do not want to be called again', 'stop_calling'],
    ['I want to talk to a human', 'human'],
    ['Can I speak to your manager', 'human'],
    ['Have somebody call me', 'human'],
    ['Someone should call me about it', 'human'],
    ['Ask your manager to get back to me', 'human'],
    ['Is there a person I can talk to?', 'human'],
    ['Thanks, bye', 'goodbye'],
    ['Thank you that was helpful', 'thanks'],
    ['Hi, how are you?', 'small_talk'],
    ['That is too expensive', 'price'],
    ['I already have another provider', 'competitor'],
    ['this is a scam', 'trust'],
    ['Could you send it to me by post?', 'mail'],
    ['I need to think about it', 'think'],
    ['I am not sure', 'think'],
    ['could you repeat that', 'repeat'],
    ['Sorry?', 'repeat'],
    ['My power is out', 'statement'],
    ['😀😀😀', 'unclear'],
    ['…', 'unclear'],
    ['你好', 'unclear'],
  ])('%s', (turn, intent) => {
    expect([...interpretTurn(turn).intents]).toContain(intent);
  });

  test.each([
    ['How much does it cost?', 'How much does it cost?'],
    ['how much is fiber 500', 'how much is fiber 500'],
    ['Sure, but how long does it take?', 'how long does it take?'],
    ['Okay. One more thing: can I pay in cash?', 'can I pay in cash?'],
    ['I would like to know if I can cancel', 'I would like to know if I can cancel'],
    ['I was promised a gift card. Where is it?', 'I was promised a gift card. Where is it?'],
    ['Can I stop the calls from your automated agents?', 'Can I stop the calls from your automated agents?'],
  ])('finds the question in: %s', (turn, question) => {
    expect(interpretTurn(turn).question).toBe(question);
  });

  test.each([
    'Yes, please do that.',
    'Yes, have somebody call me.',
    'Sure, why not.',
    'Are you a real person?',
    'Who is calling?',
    'can you call me tomorrow',
    'Really?',
  ])('finds no question for the documents in: %s', (turn) => {
    expect(interpretTurn(turn).question).toBeNull();
  });

  test('does not read a doubt as a yes', () => {
    expect([...interpretTurn("No, I think that's everything.").intents]).toEqual(['no']);
    expect([...interpretTurn("I'm not sure").intents]).not.toContain('yes');
    expect([...interpretTurn('No thanks, not interested').intents]).not.toContain('yes');
  });

  test('takes bounded time for any input', () => {
    const started = performance.now();
    for (const hostile of ['no, ', 'well, ', 'ok ', '?', 'a', ' ', 'who is ', "don't ", 'speak to a ', '. '])
      interpretTurn(hostile.repeat(5_000));
    expect(performance.now() - started).toBeLessThan(1_500);
  });
});
