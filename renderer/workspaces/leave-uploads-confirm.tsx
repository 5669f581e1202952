import { formatCount } from '../format/format-number.ts';
import { Confirm } from '../ui/confirm.tsx';

type LeaveUploadsConfirmProps = {
  readonly unfinished: number;
  readonly onLeave: () => Promise<void>;
  readonly onClose: () => void;
};

/** Uploads belong to the workspace they were begun in. */
export function LeaveUploadsConfirm({ unfinished, onLeave, onClose }: LeaveUploadsConfirmProps) {
  return (
    <Confirm title="Stop the uploads?" deed="Stop and switch" safe="Stay" onConfirm={onLeave} onClose={onClose}>
      <p>
        {formatCount(unfinished, 'file has', 'files have')} not arrived in this workspace yet and will not be added.
        What has arrived is kept.
      </p>
    </Confirm>
  );
}
