import {
  BookOpenText,
  Gauge,
  KeyRound,
  Phone,
  ReceiptText,
  ScrollText,
  Settings,
  Sparkles,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { RoomId } from '../../shared/rooms.ts';

export const roomIcons: Readonly<Record<RoomId, LucideIcon>> = {
  overview: Gauge,
  calls: Phone,
  knowledge: BookOpenText,
  agents: Sparkles,
  billing: ReceiptText,
  team: Users,
  keys: KeyRound,
  activity: ScrollText,
  settings: Settings,
};
