import type { NotificationFacts } from '@candor/protocol';

/** A notification as it is stored. */
export type NotificationRow = {
  id: string;
  category: string;
  kind: string;
  mode: 'demo' | 'real' | null;
  facts: NotificationFacts;
  at: number;
  is_read: boolean;
  /** When it ended before its time; null: it did not. */
  ended_at: number | null;
};

/** What a user chose about a category. */
export type PreferenceRow = { category: string; in_app: boolean; mail: boolean; push: boolean };
