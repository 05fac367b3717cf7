/** A notification as it is stored. */
export type NotificationRow = {
  id: string;
  category: string;
  kind: string;
  mode: 'demo' | 'real' | null;
  facts: Record<string, string>;
  at: number;
  is_read: boolean;
};

/** What a user chose about a category. */
export type PreferenceRow = { category: string; in_app: boolean; mail: boolean; push: boolean };
