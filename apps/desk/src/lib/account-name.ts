import type { DeskKey, DeskTranslate } from '@candor/locales/desk';

/** An account of the books in words; one this page does not know keeps its name. */
export function accountName(account: string, t: DeskTranslate): string {
  const key = `books.${account.replace(':', '-')}`;
  const text = t(key as DeskKey);
  return text === key ? account : text;
}
