import type { AnyUseQueryOptions } from '@tanstack/react-query';
import type { AnyRoute, UseNavigateResult } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { NotifiedEvent, ServiceEvent } from '../../shared/contract/events.ts';
import type { CommandId } from '../../shared/window/commands.ts';
import type { ViewId } from '../../shared/window/views.ts';
import type { OutboxItem } from '../../shared/workspaces/sync.ts';
import type { CommandAction } from '../ui/commands/command.ts';
import type { PaletteEntry } from './palette-entry.ts';
import type { Session } from './session/session-query.ts';

/** What a feature contributes to the window. The shell lists the features and composes their parts. */
export type Feature = {
  readonly name: string;
  /** The routes of the views, below `rootRoute`. */
  readonly routes?: readonly AnyRoute[];
  /** The icons of the views that the sidebar lists. */
  readonly viewIcons?: Partial<ViewIcons>;
  /** What an event of the service makes the feature refetch or update. */
  readonly events?: EventHandlers;
  /** The notifications of the system about the items of the feature. */
  readonly notifications?: Notifications;
  readonly createCommands?: (context: WindowContext) => Partial<CommandActions>;
  /** The dialogs that commands open with `openOverlay`. Their code is loaded when they are opened. */
  readonly dialogs?: CommandDialogs;
  /** Loads the records that the palette finds. */
  readonly loadPaletteSource?: () => Promise<PaletteSource>;
  readonly workspace?: WorkspacePart;
  /** Kept whenever it changes and when the window is locked, because the page can end unexpectedly. */
  readonly draftState?: KeptState & { readonly subscribe: (listener: () => void) => void };
  /** Kept only when the window is locked. `read` may return a promise. */
  readonly lockedState?: KeptState;
  readonly outboxEditors?: OutboxEditors;
  /** Loads the code that the window needs without a decision of the user. */
  readonly preload?: () => Promise<unknown>;
};

export type ViewIcons = Readonly<Record<ViewId, LucideIcon>>;

export type EventType = ServiceEvent['type'];

type EventOf<Type extends EventType> = Extract<ServiceEvent, { readonly type: Type }>;

export type EventHandlers = { readonly [Type in EventType]?: (event: EventOf<Type>) => void };

type NotifiedType = NotifiedEvent['type'];

export type Notifications = { readonly [Type in NotifiedType]?: NotificationSource<EventOf<Type>> };

export type NotificationSource<Event> = {
  /** Returns the kind of the notification and the ID of its item, or null if the user does not wait for the event. */
  readonly classify: (event: Event) => { readonly kind: string; readonly id: string } | null;
  /** Loads modules that the first view does not need. */
  readonly loadTexts: () => Promise<NotificationTexts>;
};

/** The items of one kind whose events are one notification. */
export type NotifiedItems = { readonly kind: string; readonly ids: readonly [string, ...string[]] };

export type NotificationTexts = {
  /** Returns a message without the names of the items. */
  readonly summarize: (items: NotifiedItems) => NotificationMessage;
  /** Names the items, with the data of the open workspace. Returns null if the message is no longer needed. */
  readonly describe: (items: NotifiedItems, summary: NotificationMessage) => Promise<NotificationMessage | null>;
};

export type NotificationMessage = {
  readonly title: string;
  readonly body: string;
  /** The part of the address after `#`. */
  readonly path: string;
};

/** What the actions of commands and of the palette's entries need of the window. */
export type WindowContext = {
  readonly session: Session;
  readonly navigate: UseNavigateResult<string>;
  /** The agent whose editor is open, if this window can change it. */
  readonly editedAgentId: string | null;
};

export type CommandActions<Id extends CommandId = CommandId> = Readonly<Record<Id, CommandAction>>;

export type CommandDialogs = Partial<Readonly<Record<CommandId, ComponentType<{ readonly onClose: () => void }>>>>;

export type PaletteSource = {
  /** Returns a query whose data are the entries of all records, of which the palette shows those whose text matches. */
  readonly createQuery?: (context: WindowContext) => AnyUseQueryOptions;
  readonly search?: PaletteSearch;
};

/** A search by the service. */
export type PaletteSearch = {
  /** The heading of the results: "Calls". */
  readonly title: string;
  readonly find: (query: string, context: WindowContext, signal: AbortSignal) => Promise<readonly PaletteEntry[]>;
};

/** The data of the open workspace in the page. All functions are optional. */
export type WorkspacePart = {
  /** Starts no more work until `resume`, because it could reach the wrong workspace. */
  readonly pause?: () => void;
  readonly resume?: () => void;
  /** Saves what is not saved yet, before another workspace opens. */
  readonly flush?: () => Promise<void>;
  /** Removes the data of the previous workspace from the page. */
  readonly discard?: () => void;
  /** Returns the work that another workspace would end, or null. */
  readonly findUnfinishedWork?: () => UnfinishedWork | null;
};

export type UnfinishedWork = {
  /** The title of the confirmation: "Stop uploads?" */
  readonly question: string;
  /** What is lost and what is kept if the work ends. */
  readonly consequence: string;
  /** What was lost because another window has opened another workspace. */
  readonly loss: string;
};

/** State of a page that the page after it gets back, as JSON data. */
export type KeptState = {
  readonly read: () => unknown;
  /** Gets what `read` has returned. */
  readonly restore: (state: never) => void;
};

/** Opens the form with the content of a change of the outbox. Must call `takeOut`, which returns whether the change can be edited. */
export type OutboxEditor = (
  item: OutboxItem,
  takeOut: () => Promise<boolean>,
  navigate: UseNavigateResult<string>,
) => Promise<void>;

/** Loads the editor of each kind of change that can be edited. */
export type OutboxEditors = Partial<Readonly<Record<OutboxItem['kind'], () => Promise<OutboxEditor>>>>;
