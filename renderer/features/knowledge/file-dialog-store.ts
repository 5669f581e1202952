import { create } from 'zustand';

type FileDialogState = {
  /** True from the command until the dialog opens: its code may have to be loaded. */
  readonly isRequested: boolean;
  /** The question of recipients that the files of the dialog should answer. */
  readonly question: string | null;
};

/** The dialog in which the user chooses documents to upload. */
export const useFileDialog = create<FileDialogState>(() => ({ isRequested: false, question: null }));

export function requestFileDialog(): void {
  useFileDialog.setState({ isRequested: true });
}

export function clearFileDialogRequest(): void {
  useFileDialog.setState({ isRequested: false });
}

export function setUploadQuestion(question: string | null): void {
  useFileDialog.setState({ question });
}

/** Returns the question and clears it. */
export function takeUploadQuestion(): string | null {
  const { question } = useFileDialog.getState();
  setUploadQuestion(null);
  return question;
}
