import {
  BookOpenText,
  ChartColumn,
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
import type { ViewId } from '../../../shared/window/views.ts';

export const viewIcons: Readonly<Record<ViewId, LucideIcon>> = {
  overview: Gauge,
  calls: Phone,
  insights: ChartColumn,
  knowledge: BookOpenText,
  agents: Sparkles,
  billing: ReceiptText,
  team: Users,
  keys: KeyRound,
  activity: ScrollText,
  settings: Settings,
};
