import { Check } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuChoice, MenuChoices } from '../../ui/menu.tsx';
import { formatRate, playbackRates } from './playback-rates.ts';
import { setRate } from './player.ts';
import { usePlayer } from './player-store.ts';

export function RateMenu() {
  const rate = usePlayer((state) => state.rate);
  return (
    <Menu
      align="end"
      trigger={
        <Button look="quiet" size="small" aria-label={`Speed, ${formatRate(rate)}`} className="min-w-11">
          {formatRate(rate)}
        </Button>
      }
    >
      <MenuChoices label="Speed" value={String(rate)} onChoose={(value) => setRate(Number(value))}>
        {playbackRates.map((one) => (
          <MenuChoice key={one} value={String(one)} mark={<Check aria-hidden size={14} />}>
            {formatRate(one)}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}
