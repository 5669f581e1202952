import { Check } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuRadioItem, MenuRadioGroup } from '../../ui/menu.tsx';
import { formatRate, playbackRates } from './playback-rates.ts';
import { setRate } from './player.ts';
import { usePlayerStore } from './player-store.ts';

export function RateMenu() {
  const rate = usePlayerStore((state) => state.rate);
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="quiet" size="small" aria-label={`Speed, ${formatRate(rate)}`} className="min-w-11">
          {formatRate(rate)}
        </Button>
      }
    >
      <MenuRadioGroup label="Speed" value={String(rate)} onChange={(value) => setRate(Number(value))}>
        {playbackRates.map((one) => (
          <MenuRadioItem key={one} value={String(one)} indicator={<Check aria-hidden size={14} />}>
            {formatRate(one)}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
