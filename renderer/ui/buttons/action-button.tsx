import { Button, type ButtonProps } from './button.tsx';
import type { RowAction } from '../tables/row-action.ts';

type ActionButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'className' | 'aria-busy'> & {
  readonly action: RowAction;
};

export function ActionButton({ action: { label, icon: Icon, disabledReason, run }, ...rest }: ActionButtonProps) {
  return (
    <Button {...rest} icon={Icon && <Icon aria-hidden size={14} />} disabledReason={disabledReason} onClick={run}>
      {label}
    </Button>
  );
}
