import { create } from 'zustand';

/** The question of recipients that the files of the open file dialog should answer. */
export const useUploadQuestion = create<{ readonly question: string | null }>(() => ({ question: null }));

export function setUploadQuestion(question: string | null): void {
  useUploadQuestion.setState({ question });
}

/** Returns the question and clears it. */
export function takeUploadQuestion(): string | null {
  const { question } = useUploadQuestion.getState();
  setUploadQuestion(null);
  return question;
}
