import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Illustration } from '../../ui/feedback/illustration.tsx';

type NotOnRemoteProps = { readonly title: string; readonly detail: string };

/** Replaces content that the remote of a linked workspace does not offer. */
export function NotOnRemote({ title, detail }: NotOnRemoteProps) {
  return (
    <EmptyState illustration={<Illustration name="unplugged" />} title={title}>
      {detail}
    </EmptyState>
  );
}
