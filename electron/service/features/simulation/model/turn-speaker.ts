import { normalizeLine } from '../../../platform/text-line.ts';
import { hasEndOfThoughts, listSpokenSentences, maxTurnLength } from './spoken-answer.ts';

type TurnSpeakerOptions = {
  readonly mustNeverSay: readonly string[];
  /** Returns whether a sentence may be spoken before the whole answer is known. */
  readonly canSay: (sentence: string) => boolean;
  readonly onSentence: (sentence: string) => void;
  readonly habits: ModelHabits;
};

/** What the answers of a call have shown about its model. */
export type ModelHabits = {
  /** Whether it begins with thoughts of which only the end is marked, so that nothing before it may be spoken. */
  beginsWithThoughts: boolean;
};

/** Says the agent's words in one turn: each sentence of the model as soon as it is complete. */
export class TurnSpeaker {
  readonly #options: TurnSpeakerOptions;
  /** The text of the current answer. A turn has several answers if the model uses tools. */
  #answer = '';
  /** The number of its sentences that were spoken or held. */
  #takenSentences = 0;
  #hasSpokenAnswer = false;
  #hasThoughts = false;
  #said = '';
  #isFull = false;
  #held: readonly string[] = [];

  constructor(options: TurnSpeakerOptions) {
    this.#options = options;
  }

  /** What the agent has said. */
  get said(): string {
    return this.#said;
  }

  /** Sentences that wait until the whole answer is known: the first that cannot be said, and the ones after it. */
  get held(): readonly string[] {
    return this.#held;
  }

  /** Whether a sentence of the current answer was spoken. */
  get hasSpokenAnswer(): boolean {
    return this.#hasSpokenAnswer;
  }

  startAnswer(): void {
    this.#answer = '';
    this.#takenSentences = 0;
    this.#hasSpokenAnswer = false;
    this.#hasThoughts = false;
  }

  /** Adds a piece of the current answer. */
  add(piece: string): void {
    this.#answer += piece;
    if (!this.#hasThoughts && piece.includes('>') && hasEndOfThoughts(this.#answer)) this.#leaveThoughts();
    if (this.#options.habits.beginsWithThoughts && !this.#hasThoughts) return;
    // The last sentence may continue, so that a sentence is complete with the space after it.
    if (/[\s。！？]/u.test(piece)) this.#take(this.#listSentences().slice(0, -1));
  }

  endAnswer(): void {
    this.#take(this.#listSentences());
  }

  /** Speaks these sentences in place of those that were held. */
  sayInsteadOfHeld(sentences: readonly string[]): void {
    this.#held = [];
    for (const sentence of sentences) this.say(sentence);
  }

  /** Speaks a sentence, unless the turn is too long already. */
  say(sentence: string): void {
    this.#isFull ||= this.#said !== '' && this.#said.length + sentence.length >= maxTurnLength;
    if (this.#isFull) return;
    const spoken = normalizeLine(sentence, maxTurnLength);
    this.#said = `${this.#said} ${spoken}`.trim();
    this.#options.onSentence(spoken);
  }

  /** The sentences so far were thoughts. In the first answer, they have been spoken already. */
  #leaveThoughts(): void {
    this.#hasThoughts = true;
    this.#takenSentences = 0;
    this.#options.habits.beginsWithThoughts = true;
  }

  #listSentences(): readonly string[] {
    return listSpokenSentences(this.#answer, this.#options.mustNeverSay);
  }

  #take(sentences: readonly string[]): void {
    for (const sentence of sentences.slice(this.#takenSentences)) {
      this.#takenSentences += 1;
      if (this.#held.length > 0 || !this.#options.canSay(sentence)) this.#held = [...this.#held, sentence];
      else {
        this.say(sentence);
        this.#hasSpokenAnswer = true;
      }
    }
  }
}
