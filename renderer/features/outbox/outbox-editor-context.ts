import { createContext } from 'react';
import type { OutboxEditors } from '../../data/feature.ts';

/** The forms that can edit a change, which the shell provides: the outbox imports no feature. */
export const OutboxEditorContext = createContext<OutboxEditors>({});
