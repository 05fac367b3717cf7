/** What notifications are about. The first two are never muted. @source PRODUCT 10 */
export const NOTIFICATION_CATEGORIES = [
  'security',
  'money',
  'orders',
  'options',
  'support',
  'marketing',
] as const;
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number];

/** What happened. `security` says in `facts.change` which change it was. */
export const NOTIFICATION_KINDS = [
  'security',
  'margin-level',
  'order-close-out',
  'order-filled',
  'order-rejected',
  'order-stop-loss',
  'order-take-profit',
  'order-trailing',
  'option-won',
  'option-lost',
  'option-tie',
  'option-void',
  'support-answer',
  'case-closed',
  'offer',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
